import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PlayPicture } from "./play-picture.tsx";

test("a DJ's picture fills its place at any size, with a margin within the drawing", () => {
  const play = { kind: "live", djName: "mira", track: null } as const;

  const markup = renderToStaticMarkup(<PlayPicture play={play} sizePx={44} className="size-11" />);

  expect(markup).toContain('viewBox="-1 -1 7 7"');
  expect(markup).toMatch(/class="[^"]*\bsize-11\b/);
  expect(markup).not.toMatch(/class="[^"]*\bp-/);
});
