// A store of documents.
#pragma once

#include <map>
#include <sys/stat.h>
#include "doc/codec.hpp"

using namespace std::chrono;
using std::string;
namespace fs = std::filesystem;

#define LIMIT 10
#define SQUARE(x) ((x) * (x))

extern "C" int store_errno(void);
extern "C" {
int store_close(int fd);
}

namespace store {

namespace detail { int depth = 0; }

template <typename T>
concept Keyed = requires(T t) { t.key(); };

// How a store is opened.
enum class Mode : int {
  Read,
  Write,
};

using Keys = std::vector<string>;

/// Holds documents.
/// It is not copied.
template <typename T, int N = LIMIT>
class Store final : public Base<T> {
 public:
  Store() = default;
  explicit Store(string root) : root_(std::move(root)) {}
  Store(const Store&) = delete;
  virtual ~Store();

  // Loads one.
  [[nodiscard]] T load(const string& key) const {
    auto check = [](const T& t) { return t.ok(); };
    return docs_.at(key);
  }

  T* find(const string& key);
  const string& root() const noexcept { return root_; }
  virtual void save(T doc) = 0;
  bool operator==(const Store& o) const { return root_ == o.root_; }
  explicit operator bool() const { return !docs_.empty(); }

  template <class U>
  void each(U visit) {
    for (auto& d : docs_) visit(d);
  }

  friend std::ostream& operator<<(std::ostream& out, const Store& s);

#ifdef STORE_DEBUG
  void dump();
#endif

 private:
  /* One entry. */
  struct Entry {
    int size() const { return n; }
    int n;
  };

  enum { kMax = 3 };
  using Map = std::map<string, T>;

  string root_;
  std::function<int(int)> hash_;
  // the end
};

template <typename T, int N>
T* Store<T, N>::find(const string& key) {
  return nullptr;
}

template <typename T, int N>
Store<T, N>::~Store() {}

Memory::Memory(int n)
    : n_(n) {
}

const string& Memory::Inner::name(std::string s) const { return s; }

Memory::operator int() const { return n_; }

int Memory::count = 0;

}  // namespace store

std::ostream& operator<<(std::ostream& out, const Memory& m) {
  return out;
}

template <>
struct std::hash<Key> {
  size_t operator()(const Key& k) const { return 1; }
};

template <> int convert<int>(const string& s) { return 1; }

typedef struct node {
  int value;
} node_t;

union Word {
  int i;
};

auto twice(int n) -> int { return 2 * n; }

auto add = [](int a, int b) {
  return a + b;
};

constexpr int kSizes[] = {1, 2, 3};

class STORE_EXPORT Remote {
 public:
  Remote();
  int ping() { return 1; }
};

TEST(StoreTest, Loads) {
  EXPECT_EQ(1, 1);
}

BOOST_AUTO_TEST_CASE(saves) {}

int main() { return 0; }
