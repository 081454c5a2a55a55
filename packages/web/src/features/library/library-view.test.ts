import { expect, test } from "vitest";
import { hasFilters, listingOf, pressedHead, withParts } from "./library-view.ts";

const nothing = {
  artist: undefined,
  album: undefined,
  albumArtist: undefined,
  genre: undefined,
  year: undefined,
  kind: undefined,
  tag: undefined,
  added: undefined,
};

test("the address holds the filters and the order", () => {
  const search = new URLSearchParams(
    "q=+night+&genre=Synthwave&year=1987&sort=album&order=descending",
  );

  expect(listingOf(search)).toEqual({
    text: "night",
    sort: "album",
    order: "descending",
    filters: { ...nothing, genre: "Synthwave", year: "1987" },
  });
});

test("an invalid part of the address is ignored", () => {
  const listing = listingOf(new URLSearchParams("sort=colour&order=up&kind=noise"));

  expect(listing).toEqual({ text: "", sort: undefined, order: undefined, filters: nothing });
  expect(hasFilters(listing)).toBe(false);
});

test("changing one part of the address keeps the others", () => {
  const search = new URLSearchParams("genre=Rock&q=a");

  expect(String(withParts(search, { q: "", sort: "year", album: undefined }))).toBe(
    "genre=Rock&sort=year",
  );
});

test("pressing a column header sorts by it, and pressing it again reverses the order", () => {
  const unsorted = { sort: "artist", order: undefined } as const;

  const once = pressedHead(unsorted, "year");
  expect([once, pressedHead({ sort: "year", order: undefined }, "year")]).toEqual([
    { sort: "year", order: undefined },
    { sort: "year", order: "descending" },
  ]);
  expect(pressedHead({ sort: "year", order: "descending" }, "year").order).toBe("ascending");
  expect(pressedHead({ sort: "added", order: undefined }, "added").order).toBe("ascending");
});
