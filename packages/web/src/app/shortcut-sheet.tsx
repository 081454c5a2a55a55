import { useState } from "react";
import { useShowOverlay } from "../frame/overlay-context.ts";
import { Dialog } from "../ui/dialog.tsx";
import { paletteKeys, shortcuts } from "../frame/shortcut-rules.ts";
import { areShortcutsOn, turnShortcuts } from "../frame/use-shortcut.ts";

/** All keys, and the switch to turn them off. */
export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const showOverlay = useShowOverlay();
  const [isOn, setIsOn] = useState(areShortcutsOn);
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
        {shortcuts.map(({ keys, does }) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="inline-block min-w-8 rounded-s border border-control bg-s3 px-2 py-0.5 text-center font-mono text-[13px]">
                {keys}
              </kbd>
            </dt>
            <dd className="text-[15px]">{does}</dd>
          </div>
        ))}
      </dl>
      <button
        type="button"
        className="button mt-5 w-full justify-between"
        onClick={() => showOverlay("palette")}
      >
        Command palette
        <kbd className="palette-key">{paletteKeys(navigator.platform)}</kbd>
      </button>
      <label className="mt-5 flex min-h-11 items-center gap-3 border-t border-line pt-4">
        <input
          type="checkbox"
          className="size-5 accent-primary-edge"
          checked={isOn}
          onChange={(event) => {
            setIsOn(event.target.checked);
            turnShortcuts(event.target.checked ? "on" : "off");
          }}
        />
        Use these keys
      </label>
    </Dialog>
  );
}
