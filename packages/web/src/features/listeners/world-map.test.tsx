import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { WorldMap } from "./world-map.tsx";
import { worldShapes } from "./world-shapes.ts";

test("[W311] the longest listening country has the full colour, one without listeners none", () => {
  const markup = renderToStaticMarkup(
    <WorldMap
      countries={[
        { value: null, seconds: 9000, sessions: 1 },
        { value: "DE", seconds: 800, sessions: 1 },
        { value: "FR", seconds: 200, sessions: 1 },
      ]}
    />,
  );
  const fillOf = (code: string) =>
    markup.split("<path").find((path) => path.includes(`d="${worldShapes[code]}"`));

  expect(fillOf("DE")).toContain("var(--primary-edge) 100%");
  expect(fillOf("FR")).toContain("var(--primary-edge) 65%");
  expect(fillOf("FR")).toContain("France: 2.0 %");
  expect(fillOf("IT")).toContain('style="fill:var(--s3)"');
});

test("[W311] the map's shapes have ISO codes, and are 50 KB at most before compression", () => {
  expect(JSON.stringify(worldShapes).length).toBeLessThan(50_000);
  expect(Object.keys(worldShapes).filter((code) => !/^[A-Z]{2}$/.test(code))).toEqual([]);
});
