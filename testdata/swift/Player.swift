import Foundation
@testable import AudioCore
import struct Combine.AnyPublisher

/// What can be played.
public protocol Playable: AnyObject {
    associatedtype Frame
    var title: String { get }
    static var codecs: [String] { get }
    init(url: URL)
    func frames(from start: Int) throws -> [Frame]
}

/// The state of a player.
///
/// Changes only on the main thread.
enum State: Equatable {
    case idle
    case playing(position: TimeInterval)
    case failed(Error)

    var isActive: Bool {
        if case .playing = self { return true }
        return false
    }
}

struct Track: Hashable, Codable {
    let id: UUID
    var title: String
    private(set) var plays = 0

    mutating func played() {
        plays += 1
    }

    static func == (left: Track, right: Track) -> Bool {
        left.id == right.id
    }
}

@MainActor
final class Player<Source: Playable>: NSObject {
    // the queue never shrinks while playing
    private var queue: [Track] = []

    @Published
    var volume: Double = 0.5 {
        didSet { mixer.gain = volume }
    }

    lazy var mixer = Mixer()

    typealias Handler = (State) -> Void

    init(queue: [Track]) {
        self.queue = queue
        super.init()
    }

    deinit {
        mixer.stop()
    }

    subscript(index: Int) -> Track {
        get { queue[index] }
        set { queue[index] = newValue }
    }

    /// Plays one track, or the first of the queue.
    @discardableResult
    func play(_ track: Track?, then handler: Handler? = nil) async throws -> State {
        guard let next = track ?? queue.first else { return .idle }
        func report() {
            handler?(.playing(position: 0))
        }
        report()
        return .playing(position: next.title.isEmpty ? 0 : 1)
        // the mixer goes on by itself
    }

    class Mixer {
        var gain = 1.0
        func stop() {}
    }
}

extension Player: CustomStringConvertible where Source: Hashable {
    var description: String { "\(queue.count) tracks" }

    func shuffle() {
        queue.shuffle()
    }
}

actor Downloads {
    private var running: Set<URL> = []

    func start(_ url: URL) {
        running.insert(url)
    }
}

typealias Playlist = [Track]

let maxQueue = 500

infix operator <+>: AdditionPrecedence

/// Joins two lists.
func <+> (left: Playlist, right: Playlist) -> Playlist {
    left + right
}

#if os(iOS)
func vibrate() {
    Haptics.play()
}
#endif
