import { House, LogOut } from "lucide-react";
import { Tabs } from "radix-ui";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { usePageTitle } from "../app/page-title.ts";
import { AccessGate } from "../features/accounts/access-gate.tsx";
import { useSignOut } from "../features/accounts/session-data.ts";
import { FileUpload } from "../features/upload/file-upload.tsx";
import { StreamForm } from "../features/upload/stream-form.tsx";

/** Where operators add music. */
export function UploadPage() {
  usePageTitle("Music Upload");
  return (
    <AccessGate
      right="upload"
      title="Music Upload"
      text="Enter the admin access code to upload music."
      denied="Invalid admin code. Please contact the administrator."
    >
      <div className="flex min-h-full flex-col gap-4 p-3 lg:p-6">
        <Header />
        <Tabs.Root defaultValue="file" className="flex flex-col gap-4">
          <Tabs.List
            aria-label="Ways to add music"
            className="grid h-12 max-w-md grid-cols-2 border-b border-line"
          >
            <Tab value="file">File Upload</Tab>
            <Tab value="stream">External Stream</Tab>
          </Tabs.List>
          <Tabs.Content value="file">
            <FileUpload />
          </Tabs.Content>
          <Tabs.Content value="stream">
            <StreamForm />
          </Tabs.Content>
        </Tabs.Root>
      </div>
    </AccessGate>
  );
}

function Header() {
  const signOut = useSignOut();
  return (
    <div className="flex flex-wrap items-center gap-2">
      <h1 className="mr-auto text-[24px] leading-8 font-bold">Music Upload</h1>
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
  );
}

function Tab({ value, children }: { readonly value: string; readonly children: ReactNode }) {
  return (
    <Tabs.Trigger
      value={value}
      className="border-b-2 border-transparent font-display text-[15px] font-medium text-muted hover:text-text focus-visible:shadow-none focus-visible:-outline-offset-4 data-[state=active]:border-primary data-[state=active]:font-bold data-[state=active]:text-text"
    >
      {children}
    </Tabs.Trigger>
  );
}
