from .harbour.office import engine as engine
from .harbour.office import graph as graph
from .harbour.office import procedures as procedures
from .harbour.office import registry as registry
from .harbour.office import session_logs as session_logs
from .harbour.synthetic import synthetic_log as synthetic_log
from .tidewatch import copy_workspace as copy_workspace
from .tidewatch import workspace as workspace
