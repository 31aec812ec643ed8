<?php

declare(strict_types=1);

namespace Acme\Mail;

use Psr\Log\LoggerInterface;
use Acme\Queue\{Job, Worker as QueueWorker};
use Acme\Clock as Time;
use function Acme\Text\slug;
use const Acme\Limits\{MAX_SIZE, MAX_TRIES};

require_once __DIR__ . '/bootstrap.php';

const CHARSET = 'utf-8';
define('MAIL_ROOT', __DIR__);

/**
 * Delivers a message.
 */
interface Transport extends \Countable
{
    public const TIMEOUT = 30;

    public function send(Message $message): bool;
}

enum Priority: int
{
    case Low = 0;
    case High = 10;

    public static function fromHeader(?string $value): self
    {
        return $value === 'high' ? self::High : self::Low;
    }
}

trait KeepsLog
{
    private ?LoggerInterface $log = null;

    protected function note(string $line): void
    {
        $this->log?->info($line);
    }
}

/** Sends through a socket, one message at a time. */
#[Service(tags: ['mail'])]
final class Mailer implements Transport
{
    use KeepsLog;

    /** Seconds between two tries. */
    private const PAUSE = 5;

    #[Inject]
    private array $sent = [];

    public function __construct(
        private readonly Time $clock,
        private QueueWorker $worker,
    ) {
    }

    #[Override]
    public function send(Message $message): bool
    {
        $this->note(slug($message->subject));
        $this->worker->push(new Job($message));
        $done = function () use ($message): void {
            $this->sent[] = $message;
        };
        $done();

        return true;
        // the worker reports failures
    }

    public function count(): int
    {
        return count($this->sent);
    }
}

abstract class Template
{
    abstract protected function body(array $values): string;

    public static function escape(string $text): string
    {
        return htmlspecialchars($text, ENT_QUOTES, CHARSET);
    }
}

/**
 * Makes a mailer from the settings.
 */
function mailer(array $settings): Mailer
{
    return new Mailer(new Time(), QueueWorker::fromSettings($settings));
}

if (!function_exists('now')) {
    function now(): int
    {
        return time();
    }
}

$preview = fn (Message $m) => substr($m->body, 0, MAX_SIZE);

return new class extends Template {
    protected function body(array $values): string
    {
        return implode("\n", $values);
    }
};
