package build.release

import groovy.transform.CompileStatic
import java.nio.file.Files as F
import static java.util.stream.Collectors.toList
import build.steps.*

/**
 * Puts a release together.
 */
@CompileStatic
class Release extends Job {
    static final int LIMIT = 5

    private String version
    List<String> notes = []

    Release(String version) {
        accept(version)
    }

    /** Checks the version. */
    @Override
    boolean valid() {
        return version ==~ /\d+\.\d+/
        // pre-releases are not valid
    }

    def publish(String to, Map options = [:]) {
        notes.each { note ->
            println "$version: $note"
        }
    }

    static Release parse(String text) {
        return new Release(text.trim())
    }
}

// Adds a note for every change.
def collect(changes) {
    changes.collect { it.title }
}

String banner(Release release) {
    return "== ${release.version} =="
}

def tag = { name -> "v$name" }

task clean(type: Delete) {
    delete 'out'
}

dependencies {
    implementation 'org.slf4j:slf4j-api:2.0.9'
}
