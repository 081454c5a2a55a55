import { afterEach, expect, test, vi } from "vitest";
import { Router } from "wouter";
import { buttonsOf, markupInPage } from "../test-page.tsx";
import { Invitation } from "./invitation-page.tsx";

afterEach(() => void vi.unstubAllGlobals());

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
