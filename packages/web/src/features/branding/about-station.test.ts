import { expect, test } from "vitest";
import { mailAddress, shownAddress } from "./about-station.tsx";

test("a website is shown without scheme, www and trailing slash", () => {
  expect(
    ["https://www.night.example/", "http://night.example/about", ""].map(shownAddress),
  ).toEqual(["night.example", "night.example/about", ""]);
});

test("a mail link has the address as its only recipient", () => {
  expect(mailAddress("studio@night.example?bcc=eve@night.example")).toBe(
    "mailto:studio@night.example%3Fbcc%3Deve%40night.example",
  );
});
