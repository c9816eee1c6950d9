// A bar chart of daily counts, as numbers for an inline SVG of a fixed height and any width.

/** Pixels from the top of the drawing to the highest bar, and to the ground. */
const TOP = 20;
const GROUND = 95;

export function barChart(days: readonly { readonly day: string; readonly count: number }[]) {
  const most = days.reduce((most, day) => (day.count > most.count ? day : most));
  const step = 100 / days.length;
  const bars = days.map(({ day, count }, index) => {
    // At least two pixels high, so that a single item is visible.
    const height = count === 0 ? 0 : Math.max(2, (count / most.count) * (GROUND - TOP));
    return { x: round(index * step), y: round(GROUND - height), day, count };
  });
  const total = days.reduce((sum, { count }) => sum + count, 0);
  return {
    step: round(step),
    width: round(step * 0.8),
    bars,
    total,
    most,
    lines: [TOP, (TOP + GROUND) / 2],
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
