//! A ring buffer of bytes.

const std = @import("std");
const builtin = @import("builtin");
const Allocator = std.mem.Allocator;
pub const wire = @import("net/wire.zig");
usingnamespace @import("compat.zig");

/// The most bytes that a ring may hold.
pub const max_size: usize = 1 << 20;

var rings: usize = 0;

/// What may go wrong.
pub const Error = error{
    Full,
    Closed,
};

pub const Mode = enum(u8) {
    blocking,
    dropping,

    pub fn name(self: Mode) []const u8 {
        return @tagName(self);
    }
};

const Value = union(enum) {
    byte: u8,
    eof,
};

/// Holds bytes until they are read.
pub const Ring = struct {
    data: []u8,
    head: usize = 0,
    /// bytes in use
    len: usize = 0,

    const Self = @This();

    /// Makes a ring of `size` bytes.
    pub fn init(gpa: Allocator, size: usize) !Self {
        if (size > max_size) return Error.Full;
        rings += 1;
        return .{ .data = try gpa.alloc(u8, size) };
    }

    pub fn push(self: *Self, byte: u8) Error!void {
        if (self.len == self.data.len) return error.Full;
        self.data[(self.head + self.len) % self.data.len] = byte;
        self.len += 1;
        // the reader is not woken
    }

    pub const Reader = struct {
        ring: *Ring,

        fn next(self: Reader) ?u8 {
            return self.ring.pop();
        }
    };

    test "push" {
        var ring = try Self.init(std.testing.allocator, 4);
        try ring.push(1);
    }
};

pub const Handle = opaque {
    extern fn ring_close(handle: *Handle) void;
};

// Generic rings.
pub fn Typed(comptime T: type) type {
    return struct {
        inner: Ring,

        pub fn put(self: *@This(), value: T) !void {
            for (std.mem.asBytes(&value)) |b| try self.inner.push(b);
        }
    };
}

export fn ring_count() usize {
    return rings;
}

comptime {
    if (builtin.os.tag == .wasi) @compileError("no rings here");
}

test "modes have names" {
    try std.testing.expectEqualStrings("blocking", Mode.blocking.name());
}

test Typed {
    _ = Typed(u32);
}
