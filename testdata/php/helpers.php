<?php

use Acme\Text\Slug;

if (PHP_VERSION_ID >= 80000) {
    // Both spellings are in use.
    function slug(string $text): string
    {
        return (new Slug($text))->value();
    }
} else {
    function slug($text)
    {
        return strtolower($text);
    }
}

if (defined('TESTING')):
    function fake_clock(): int
    {
        return 0;
    }
endif;

describe('slug', function () {
    it('makes small letters', function () {
        expect(slug('A'))->toBe('a');
    });
});
