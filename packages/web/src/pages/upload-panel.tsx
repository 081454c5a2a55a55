import type { ImportedPlaylist } from "@neonrelay/contract/callers";
import { House, LogOut } from "lucide-react";
import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { ErrorBoundary } from "../frame/error-boundary.tsx";
import { useSignOut } from "../features/accounts/session-data.ts";
import { Uploader } from "../features/uploads/uploader.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { LoadingRows } from "../ui/panel-state.tsx";
import { Tab, TabList, TabPanel, Tabs } from "../ui/tabs.tsx";

const { Part: ExternalStreamForm } = lazyPart(
  async () => (await import("../features/uploads/external-stream-form.tsx")).ExternalStreamForm,
);
/** Only loaded for a track that is edited. */
const { Part: TrackEditor } = lazyPart(
  async () => (await import("../features/library/track-editor/track-editor.tsx")).TrackEditor,
);
/** Only loaded for an imported playlist. */
const { Part: ImportedDialog } = lazyPart(
  async () => (await import("../features/programme/playlists/import-playlist.tsx")).ImportedDialog,
);

/** The ways to add music, for operators. */
export function UploadPanel() {
  const [way, setWay] = useState("file");
  return (
    <div className="page page-form">
      <Header />
      <Tabs open={way} onOpen={setWay}>
        <TabList
          label="Ways to add music"
          className="grid h-12 max-w-md grid-cols-2 border-b border-line"
        >
          <WayTab value="file">File Upload</WayTab>
          <WayTab value="stream">External Stream</WayTab>
        </TabList>
        <TabPanel value="file" whileHidden="gone" className="flex flex-col gap-4">
          <Files />
        </TabPanel>
        <TabPanel value="stream" whileHidden="gone" className="">
          <ErrorBoundary scope="panel">
            <Suspense fallback={<LoadingRows label="Loading form" count={5} />}>
              <ExternalStreamForm />
            </Suspense>
          </ErrorBoundary>
        </TabPanel>
      </Tabs>
    </div>
  );
}

type OpenDialog =
  | { readonly kind: "track"; readonly trackId: string }
  | { readonly kind: "playlist"; readonly imported: ImportedPlaylist };

function Files() {
  const [dialog, setDialog] = useState<OpenDialog>();
  const [, navigate] = useLocation();
  const close = () => setDialog(undefined);
  return (
    <>
      <Uploader
        onEdit={(trackId) => setDialog({ kind: "track", trackId })}
        onReport={(imported) => setDialog({ kind: "playlist", imported })}
      />
      {dialog !== undefined && (
        <ErrorBoundary scope="dialog" onClose={close}>
          <Suspense fallback={null}>
            {dialog.kind === "track" ? (
              <TrackEditor trackIds={[dialog.trackId]} onDone={close} onClose={close} />
            ) : (
              <ImportedDialog
                imported={dialog.imported}
                onClose={close}
                onOpen={(id) => navigate(`/programme?tab=playlists&playlist=${id}`)}
              />
            )}
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}

function Header() {
  const signOut = useSignOut();
  return (
    <PageHeader title="Music Upload">
      <div className="ml-auto flex gap-2">
        <Link href="/" className="button">
          <House size={18} aria-hidden="true" className="max-sm:hidden" />
          Home
        </Link>
        <button
          type="button"
          className="button"
          disabled={signOut.isPending}
          onClick={() => signOut.mutate()}
        >
          <LogOut size={18} aria-hidden="true" className="max-sm:hidden" />
          Logout
        </button>
      </div>
    </PageHeader>
  );
}

function WayTab({ value, children }: { readonly value: string; readonly children: ReactNode }) {
  return (
    <Tab
      value={value}
      className="border-b-2 border-transparent font-display text-[15px] font-medium text-muted hover:text-text focus-visible:shadow-none focus-visible:-outline-offset-4 aria-selected:border-primary-edge aria-selected:font-bold aria-selected:text-text"
    >
      {children}
    </Tab>
  );
}
