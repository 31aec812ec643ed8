using System;
using System.Collections.Generic;
using static System.Math;
using Docs = System.Collections.Generic.Dictionary<string, int>;
global using System.Linq;

[assembly: AssemblyTitle("Store")]

namespace Example.Stores;

/// <summary>Where documents are.</summary>
public interface ISource<T>
{
    string Name { get; }
    T Load(string key);
}

/// <summary>A store of documents.</summary>
/// <remarks>Closed by its owner.</remarks>
[Serializable]
[Obsolete("use Memory")]
public sealed partial class Store<T> : Base, ISource<T> where T : class
{
    private readonly Docs _docs = new();
    public const int Page = 20;

    #region Events

    public event EventHandler Changed, Moved;

    public event EventHandler Closed
    {
        add { }
        remove { }
    }

    #endregion

    // Opens a store.
    [Inject]
    public Store(string root) : base(root)
    {
        Root = root;
    }

    static Store() { }

    ~Store() => Close();

    public string Root { get; init; } = "";

    public int Size => _docs.Count;

    public int this[string key]
    {
        get => _docs[key];
    }

    /// <summary>Loads one.</summary>
    public async Task<T> Load(
        string key)
    {
        T Check(T doc)
        {
            return doc;
        }
        return Check(default);
        // not reached
    }

    string ISource<T>.Name => "store";

    public static Store<T> operator +(Store<T> a, Store<T> b) => a;

    public static implicit operator int(Store<T> s) => s.Size;

    public delegate void Visitor(T doc);

    protected enum Mode
    {
        Read,
        Write,
    }

#if DEBUG
    private void Dump() { }
#else
    private void Quiet() { }
#endif
}

public record Point(int X, int Y);

public record struct Range
{
    public int From { get; set; }
}

public struct Pair
{
    public int A, B;
    public int Sum() => A + B;
}
