import { Suspense, useState } from "react";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Modal } from "../../ui/modal.tsx";
import { PaletteField } from "./palette-field.tsx";

const { Part: Palette } = lazyPart(async () => (await import("./palette.tsx")).Palette);

/** The palette from its first moment: until its file has loaded, its field takes what is typed. */
export function PaletteOverlay({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState("");
  return (
    <Suspense
      fallback={
        <Modal aria-label="Command palette" className="dialog palette" onClose={onClose}>
          <PaletteField typed={typed} onType={setTyped} onClose={onClose} />
        </Modal>
      }
    >
      <Palette typed={typed} onType={setTyped} onClose={onClose} />
    </Suspense>
  );
}
