import { expect, test } from "vitest";
import { plotOf } from "./plot-rules.ts";

const groups = [
  {
    label: "one & all",
    bars: [
      { side: "neonrelay", values: [10, 12, 14] },
      { side: "icecast", values: [84] },
    ],
  },
];

test("a bar shows the median, and a line goes from the least to the greatest value", () => {
  const plot = plotOf({ title: "CPU", groups });

  // 420 units wide for 84, so 5 for each.
  expect(plot).toContain('<rect x="250" y="44" width="60" height="14"');
  expect(plot).toContain('<path d="M300 51H320"');
  expect(plot).toContain('<rect x="250" y="62" width="420" height="14"');
  expect(plot.match(/<path/g)).toHaveLength(1);
});

test("a text can't break the picture", () => {
  expect(plotOf({ title: "a < b", groups })).toContain("<title>a &lt; b</title>");
  expect(plotOf({ title: "CPU", groups })).toContain(">one &amp; all</text>");
});
