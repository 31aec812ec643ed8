#include <stdbool.h>
#include <stdint.h>

// TSNode and TSTreeCursor of api.h, with integers for the pointers.
typedef struct {
  uint32_t context[4];
  uintptr_t id, tree;
} CleaveTSNode;

typedef struct {
  uint32_t row, column;
} CleaveTSPoint;

typedef struct {
  uintptr_t tree, id;
  uint32_t context[3];
} CleaveCursor;

typedef struct {
  CleaveTSNode ts;
  uint32_t end;
  uint16_t symbol;
  bool missing;
} CleaveNode;

// CleaveLeaf is a node without children, or an error, which may have some. It is
// first where no other leaf begins or ends before it on its line.
typedef struct {
  uint32_t start, end;
  uint16_t symbol;
  bool missing, first;
} CleaveLeaf;

typedef enum { CLEAVE_NAMED, CLEAVE_NEXT, CLEAVE_FIELD } CleaveStep;

int64_t cleave_children(CleaveCursor *, const CleaveNode *, CleaveNode *out, int64_t cap);
void cleave_step(const CleaveNode *, CleaveStep, uint16_t field, CleaveNode *out);
void cleave_descendant(CleaveCursor *, const CleaveNode *, const uint16_t *symbols, int64_t count, int64_t most,
                       CleaveNode *out);
int64_t cleave_leaves(CleaveCursor *, const CleaveNode *, const bool *wanted, int64_t count, CleaveLeaf *out, int64_t cap);
void cleave_fill(CleaveNode *);
bool cleave_root(uintptr_t tree, CleaveNode *out);
void cleave_cursor_delete(CleaveCursor *);
