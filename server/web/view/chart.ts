// A bar chart of daily counts, as numbers for an inline SVG.

const WIDTH = 320;
const HEIGHT = 72;
const GAP = 2;

export function barChart(days: readonly { readonly day: string; readonly count: number }[]) {
  const highest = Math.max(...days.map(({ count }) => count), 1);
  const step = WIDTH / days.length;
  const bars = days.map(({ day, count }, index) => {
    // At least two units high, so that a single item is visible.
    const height = count === 0 ? 0 : Math.max(2, (count / highest) * HEIGHT);
    return {
      x: round(index * step),
      y: round(HEIGHT - height),
      width: round(step - GAP),
      height: round(height),
      day,
      count,
    };
  });
  const total = days.reduce((sum, { count }) => sum + count, 0);
  return { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, height: HEIGHT, bars, total, highest };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
