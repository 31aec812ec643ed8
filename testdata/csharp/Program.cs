using System;

Console.WriteLine(Twice(2));

// Doubles.
int Twice(int n) => 2 * n;

namespace Tools.Text
{
    using System.Text;

    class Joiner(string separator)
    {
        public string Join() => separator;
    }
}
