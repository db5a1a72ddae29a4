"""What every request of a workspace costs against its budget, and what would help the worst."""

from ctxkit.budgets.remedies import Remedy
from ctxkit.budgets.row import BudgetRow
from ctxkit.budgets.table import BudgetTable, budget_table

__all__ = ["BudgetRow", "BudgetTable", "Remedy", "budget_table"]
