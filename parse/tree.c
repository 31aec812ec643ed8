#include "tree.h"

// Declared as in api.h, and weak: the runtime is in another package, which
// is not there yet when cgo tries to link this one.
#define WEAK __attribute__((weak))
WEAK CleaveTSNode ts_tree_root_node(uintptr_t tree);
WEAK bool ts_node_has_error(CleaveTSNode);
WEAK uint32_t ts_node_end_byte(CleaveTSNode);
WEAK CleaveTSPoint ts_node_end_point(CleaveTSNode);
WEAK uint16_t ts_node_symbol(CleaveTSNode);
WEAK bool ts_node_is_missing(CleaveTSNode);
WEAK CleaveTSNode ts_node_named_child(CleaveTSNode, uint32_t);
WEAK CleaveTSNode ts_node_next_sibling(CleaveTSNode);
WEAK CleaveTSNode ts_node_child_by_field_id(CleaveTSNode, uint16_t);
WEAK void ts_tree_cursor_delete(CleaveCursor *);
WEAK void ts_tree_cursor_reset(CleaveCursor *, CleaveTSNode);
WEAK CleaveTSNode ts_tree_cursor_current_node(const CleaveCursor *);
WEAK bool ts_tree_cursor_goto_first_child(CleaveCursor *);
WEAK bool ts_tree_cursor_goto_next_sibling(CleaveCursor *);
WEAK bool ts_tree_cursor_goto_parent(CleaveCursor *);

// cleave_fill reads what is told of a node off the tree.
void cleave_fill(CleaveNode *n) {
  n->end = ts_node_end_byte(n->ts);
  n->symbol = ts_node_symbol(n->ts);
  n->missing = n->end == n->ts.context[0] && ts_node_is_missing(n->ts);
}

// cleave_root writes a tree's root, and tells whether there are errors below.
bool cleave_root(uintptr_t tree, CleaveNode *out) {
  out->ts = ts_tree_root_node(tree);
  cleave_fill(out);
  return ts_node_has_error(out->ts);
}

// reset puts a cursor on a node. The node's alias is taken off, for a cursor
// gives its first node's to the extras below as well.
static void reset(CleaveCursor *c, const CleaveNode *n) {
  CleaveTSNode ts = n->ts;
  ts.context[3] = 0;
  ts_tree_cursor_reset(c, ts);
}

// cleave_children counts a node's children and writes the first cap of them.
int64_t cleave_children(CleaveCursor *c, const CleaveNode *parent, CleaveNode *out, int64_t cap) {
  int64_t n = 0;
  reset(c, parent);
  for (bool ok = ts_tree_cursor_goto_first_child(c); ok; ok = ts_tree_cursor_goto_next_sibling(c)) {
    if (n < cap) {
      out[n].ts = ts_tree_cursor_current_node(c);
      cleave_fill(&out[n]);
    }
    n++;
  }
  return n;
}

// cleave_step writes a node's first named child, next sibling, or the child
// that has a field. Its id is 0 where there is none.
void cleave_step(const CleaveNode *n, CleaveStep step, uint16_t field, CleaveNode *out) {
  switch (step) {
  case CLEAVE_NAMED:
    out->ts = ts_node_named_child(n->ts, 0);
    break;
  case CLEAVE_NEXT:
    out->ts = ts_node_next_sibling(n->ts);
    break;
  case CLEAVE_FIELD:
    out->ts = ts_node_child_by_field_id(n->ts, field);
    break;
  }
  if (out->ts.id)
    cleave_fill(out);
}

static bool one_of(uint16_t symbol, const uint16_t *symbols, int64_t count) {
  for (int64_t i = 0; i < count; i++)
    if (symbols[i] == symbol)
      return true;
  return false;
}

// cleave_descendant writes the first of the nodes below one that has one of
// the symbols, looking at so many at most. Its id is 0 where there is none.
void cleave_descendant(CleaveCursor *c, const CleaveNode *n, const uint16_t *symbols, int64_t count, int64_t most,
                       CleaveNode *out) {
  int64_t depth = 0;
  out->ts.id = 0;
  reset(c, n);
  while (most-- > 0) {
    if (ts_tree_cursor_goto_first_child(c)) {
      depth++;
    } else {
      while (depth > 0 && !ts_tree_cursor_goto_next_sibling(c)) {
        ts_tree_cursor_goto_parent(c);
        depth--;
      }
      if (depth == 0)
        return;
    }
    CleaveTSNode at = ts_tree_cursor_current_node(c);
    if (one_of(ts_node_symbol(at), symbols, count)) {
      out->ts = at;
      cleave_fill(out);
      return;
    }
  }
}

// cleave_leaves counts, and writes the first cap of them, in order: the leaves
// whose symbols are wanted, that are first on their lines, or missing; and before
// those below it, each node that is an error.
int64_t cleave_leaves(CleaveCursor *c, const CleaveNode *n, const bool *wanted, int64_t count, CleaveLeaf *out, int64_t cap) {
  int64_t depth = 0, found = 0, line = -1;
  reset(c, n);
  for (;;) {
    CleaveNode at;
    at.ts = ts_tree_cursor_current_node(c);
    cleave_fill(&at);
    bool inner = ts_tree_cursor_goto_first_child(c), error = at.symbol >= count;
    bool first = !inner && !at.missing && at.ts.context[1] > line;
    if (error || !inner && (wanted[at.symbol] || at.missing || first)) {
      if (found < cap)
        out[found] = (CleaveLeaf){at.ts.context[0], at.end, at.symbol, at.missing, first};
      found++;
    }
    if (inner) {
      depth++;
      continue;
    }
    if (at.end > at.ts.context[0])
      line = ts_node_end_point(at.ts).row;
    while (depth > 0 && !ts_tree_cursor_goto_next_sibling(c)) {
      ts_tree_cursor_goto_parent(c);
      depth--;
    }
    if (depth == 0)
      return found;
  }
}

void cleave_cursor_delete(CleaveCursor *c) { ts_tree_cursor_delete(c); }
