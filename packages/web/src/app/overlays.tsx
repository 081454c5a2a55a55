import { lazy, Suspense, useState } from "react";
import type { ReactNode } from "react";
import { OverlayContext } from "./overlay-context.ts";
import type { Overlay } from "./overlay-context.ts";

const Palette = lazy(async () => {
  const { Palette: palette } = await import("../features/palette/palette.tsx");
  return { default: palette };
});
const ShortcutSheet = lazy(async () => {
  const { ShortcutSheet: sheet } = await import("../features/shortcuts/shortcut-sheet.tsx");
  return { default: sheet };
});
const HistorySheet = lazy(async () => {
  const { HistorySheet: sheet } = await import("../features/history/history-sheet.tsx");
  return { default: sheet };
});
const SignInDialog = lazy(async () => {
  const { SignInDialog: dialog } = await import("../features/accounts/sign-in-dialog.tsx");
  return { default: dialog };
});
const AdminPanel = lazy(async () => {
  const { AdminPanel: panel } = await import("../features/admin/admin-panel.tsx");
  return { default: panel };
});

const overlays = {
  palette: Palette,
  shortcuts: ShortcutSheet,
  history: HistorySheet,
  "sign-in": SignInDialog,
  admin: AdminPanel,
} as const;

/** What may lie above the page, loaded when it is first wanted. */
export function Overlays({ children }: { readonly children: ReactNode }) {
  const [overlay, setOverlay] = useState<Overlay>();
  const Shown = overlay === undefined ? undefined : overlays[overlay];
  return (
    <OverlayContext value={setOverlay}>
      {children}
      {Shown !== undefined && (
        <Suspense>
          <Shown onClose={() => setOverlay(undefined)} />
        </Suspense>
      )}
    </OverlayContext>
  );
}
