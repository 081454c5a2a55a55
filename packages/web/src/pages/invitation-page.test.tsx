import { afterEach, expect, test, vi } from "vitest";
import { Router } from "wouter";
import { buttonsOf, markupInPage } from "../test-page.tsx";
import { Invitation } from "./invitation-page.tsx";

afterEach(() => void vi.unstubAllGlobals());

test("[W263] the page names the user of the link, and takes a link without a name or with a broken one", () => {
  vi.stubGlobal("history", { state: null, replaceState: () => {} });
  const textAt = (hash: string) => {
    vi.stubGlobal("location", new URL(`https://radio.example/invitation#${hash}`));
    return markupInPage(
      <Router ssrPath="/invitation">
        <Invitation />
      </Router>,
      () => {},
    );
  };

  expect(textAt("a-token/DJ%20N%C3%B6va")).toContain("DJ Növa");
  for (const hash of ["a-token", "a-token/%E0%A4%A"]) {
    expect(textAt(hash)).not.toContain("Your user name");
    expect(buttonsOf(textAt(hash))).toHaveProperty("Set Password");
  }
});

test("[W263] a render that React begins again still has the token of the link", () => {
  const address = new URL("https://radio.example/invitation#a-token");
  vi.stubGlobal("location", address);
  vi.stubGlobal("history", { state: null, replaceState: () => (address.hash = "") });
  const render = () =>
    markupInPage(
      <Router ssrPath="/invitation">
        <Invitation />
      </Router>,
      () => {},
    );

  render();

  expect(buttonsOf(render())).toHaveProperty("Set Password");
});
