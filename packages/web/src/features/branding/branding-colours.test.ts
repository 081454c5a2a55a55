import { defaultBranding } from "@neonrelay/contract/callers";
import { expect, test } from "vitest";
import { contrast } from "../../ui/contrast.ts";
import { colourProperties, parseHsl } from "./branding-colours.ts";

const hues = Array.from({ length: 36 }, (_, tenth) => tenth * 10);

test("text on the primary colour is 50 darker, floored at 0", () => {
  const { colors } = defaultBranding;

  const properties = colourProperties({ ...colors, primary: "hsl(180, 100%, 60%)" });

  expect(colourProperties(colors).get("--on-primary")).toBe("180 100% 0%");
  expect(properties.get("--on-primary")).toBe("180 100% 10%");
});

test.each([20, 50, 90])(
  "text in and on a primary colour of lightness %i is readable",
  (lightness) => {
    const worst = hues.map((hue) => {
      const primary = `hsl(${hue}, 100%, ${lightness}%)`;
      const properties = colourProperties({ ...defaultBranding.colors, primary });
      const colour = (name: string) => parseHsl(properties.get(name) ?? "");
      const surface = { hue: 250, saturation: 24, lightness: 17 };
      return [
        contrast(colour("--primary-text"), surface),
        contrast(colour("--on-primary"), parseHsl(primary)),
      ];
    });

    expect(Math.min(...worst.flat())).toBeGreaterThanOrEqual(4.5);
  },
);
