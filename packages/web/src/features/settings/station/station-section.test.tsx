import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TimeZoneField } from "./station-section.tsx";

test("a page first renders only the chosen time zone", () => {
  const markup = renderToStaticMarkup(
    <TimeZoneField stored="UTC" value="Europe/Isle_of_Man" onChange={() => {}} />,
  );

  const options = [...markup.matchAll(/<option[^>]*>([^<]*)<\/option>/g)].map(([, name]) => name);
  expect(options).toEqual(["Europe/Isle of Man"]);
});
