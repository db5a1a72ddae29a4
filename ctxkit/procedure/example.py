"""A worked example of a procedure, kept beside the engine so that it always loads."""

#: Front matter of a small review: two queries with different arguments, guards of several parts, a
#: choice that goes back for corrections, and a dispatch whose outcome the last gate waits for.
EXAMPLE_SPEC_FRONTMATTER = """\
type: decision
layer: process
kind: procedure
canonical: review-change
params:
  change: {type: entry-id, desc: the change that is reviewed}
  focus: {type: text, optional: true, desc: what to look at first}
state:
  anchor: {type: entry-id, optional: true, desc: "entry that the change belongs to, when known"}
  body: {type: prose, desc: the review as it stands}
  brief: {type: text, optional: true, desc: the review in one sentence}
  goal: {type: text, optional: true, desc: what the author asked for}
  doneEntry: {type: entry-id, optional: true, desc: entry that records the outcome}
steps:
  - id: look
    inject:
      - {fn: registryList, args: {class: predicate}, maxBytes: 2000}
      - {id: commands, fn: registryList, args: {class: command}}
    collect: [body, "anchor?", "brief?"]
    transitions:
      - {when: hasBody and (anchorsResolve or not hasAnchor), to: confirm}
  - id: confirm
    chooser: user
    serveDelta: [brief, body]
    options:
      - choice: confirm
        collect: ["goal?"]
        call: confirmPlayback
        to: record
        dispatch: {procedure: capture, seed: {body: body, anchor: change}}
      - {choice: correct, collect: [body], to: look}
      - {choice: abandon, to: end(abandoned)}
  - id: record
    collect: [doneEntry]
    transitions:
      - {when: hasDoneEntry and doneEntryResolves, to: end(completed)}
"""
