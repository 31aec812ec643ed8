<?php
/** Shows the arrivals of one harbour. */
require __DIR__ . '/bootstrap.php';

use Harbour\Arrivals;
use Harbour\View\Formatter;

/** How late a ship is, in words. */
function lateness(array $ship): string
{
    $minutes = intdiv($ship['due'] - time(), 60);
    if ($minutes >= 0) {
        return 'on time';
    }
    return sprintf('%d minutes late', -$minutes);
}

$harbour = $_GET['harbour'] ?? 'north';
$ships = (new Arrivals($harbour))->today();
?>
<!DOCTYPE html>
<html lang="en">
<head>
  <title>Arrivals at <?= htmlspecialchars($harbour) ?></title>
  <link rel="stylesheet" href="/board.css">
</head>
<body>
  <h1>Arrivals</h1>
  <?php if (count($ships) === 0): ?>
    <p>No ship is expected today. Ask the pilots' office about tomorrow.</p>
  <?php else: ?>
    <table>
      <tr><th>Ship</th><th>Berth</th><th>Due</th><th></th></tr>
      <?php foreach ($ships as $ship): ?>
        <tr>
          <td><?= htmlspecialchars($ship['name']) ?></td>
          <td><?= htmlspecialchars($ship['berth']) ?></td>
          <td><?= Formatter::time($ship['due']) ?></td>
          <td class="late"><?= lateness($ship) ?></td>
        </tr>
      <?php endforeach ?>
    </table>
  <?php endif ?>
  <script>
    // Reloads the page every other minute.
    setTimeout(() => location.reload(), 120000);
  </script>
</body>
</html>
