package shop.text

import kotlin.jvm.JvmName

/**
 * Counts the letters of a string, which are fewer than its characters where
 * there are digits, blanks or marks in it.
 */
@JvmOverloads
@JvmName("letters")
fun String.countLetters(from: Int = 0, to: Int = length): Int {
    var n = 0
    for (i in from until to) {
        if (this[i].isLetter()) n++
    }
    return n
}

@Suppress("NOTHING_TO_INLINE") // Called in tight loops.
internal inline fun isMark(c: Char): Boolean = c in "!?.,;:"

/** Reads a whole file. */
@Throws(IOException::class)
fun readAll(name: String): String {
    val file = File(name)
    require(file.exists()) { "no such file: $name" }
    @Suppress("UNCHECKED_CAST") (file as Readable<String>).use {
        return it.read()
    }
}

@Deprecated("Use countLetters.", ReplaceWith("countLetters()"))
fun letters(s: String) = s.countLetters()
