import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import { ErrorBoundary } from "../frame/error-boundary.tsx";
import { OverlayContext } from "../frame/overlay-context.ts";
import type { Overlay } from "../frame/overlay-context.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { PaletteOverlay } from "./palette/palette-overlay.tsx";

const { Part: ShortcutSheet } = lazyPart(
  async () => (await import("./shortcut-sheet.tsx")).ShortcutSheet,
);
const { Part: HistorySheet } = lazyPart(
  async () => (await import("../features/history/history-sheet.tsx")).HistorySheet,
);
const { Part: SignInDialog } = lazyPart(
  async () => (await import("../features/accounts/sign-in-dialog.tsx")).SignInDialog,
);
const { Part: MoreSheet } = lazyPart(async () => (await import("./more-sheet.tsx")).MoreSheet);
const { Part: AdminPanel } = lazyPart(
  async () => (await import("../pages/admin/admin-panel.tsx")).AdminPanel,
);

const overlays = {
  palette: PaletteOverlay,
  shortcuts: ShortcutSheet,
  history: HistorySheet,
  "sign-in": SignInDialog,
  admin: AdminPanel,
  more: MoreSheet,
} as const;

/** The overlays of the page, loaded on first use. */
export function Overlays({ children }: { readonly children: ReactNode }) {
  const [overlay, setOverlay] = useState<Overlay>();
  const close = () => setOverlay(undefined);
  const Shown = overlay === undefined ? undefined : overlays[overlay];
  return (
    <OverlayContext value={setOverlay}>
      {children}
      {Shown !== undefined && (
        <ErrorBoundary key={overlay} scope="dialog" onClose={close}>
          <Suspense>
            <Shown onClose={close} />
          </Suspense>
        </ErrorBoundary>
      )}
    </OverlayContext>
  );
}
