import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { buttonsOf } from "../test-page.tsx";
import { Menu, MenuItem } from "./menu.tsx";

test("a closed menu is one button that announces its menu", () => {
  const markup = renderToStaticMarkup(
    <Menu label="Queue menu" className="icon-button" icon="…">
      <MenuItem onSelect={() => {}}>Shuffle</MenuItem>
    </Menu>,
  );

  expect(buttonsOf(markup)).toEqual({ "Queue menu": "open" });
  expect(markup).toContain('aria-haspopup="menu" aria-expanded="false"');
});

test("an unavailable item is disabled, and Tab reaches no item", () => {
  const markup = renderToStaticMarkup(
    <>
      <MenuItem onSelect={() => {}}>Shuffle</MenuItem>
      <MenuItem disabled onSelect={() => {}}>
        Clear
      </MenuItem>
    </>,
  );

  expect(buttonsOf(markup)).toEqual({ Shuffle: "open", Clear: "closed" });
  expect(markup.match(/role="menuitem" tabindex="-1"/g)).toHaveLength(2);
});
