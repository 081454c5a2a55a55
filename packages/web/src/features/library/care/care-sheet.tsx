import { Dialog } from "../../../ui/dialog.tsx";
import { Tab, TabList, TabPanel, Tabs } from "../../../ui/tabs.tsx";
import { ListenRegion } from "../listen/listen-region.tsx";
import { AttentionList } from "./attention-list.tsx";
import { MisreadList } from "./misread-list.tsx";
import { RefusedList } from "./refused-list.tsx";
import { TrashList } from "./trash-list.tsx";

const tabs = [
  { value: "attention", name: "Needs Attention", List: AttentionList },
  { value: "texts", name: "Texts", List: MisreadList },
  { value: "refused", name: "Refused", List: RefusedList },
  { value: "trash", name: "Trash", List: TrashList },
] as const;

/** Occasional maintenance of the library. @param open a tab; anything else opens the first */
export function CareSheet({
  open,
  onOpen,
  onClose,
}: {
  readonly open: string;
  readonly onOpen: (tab: string) => void;
  readonly onClose: () => void;
}) {
  const shown = tabs.find(({ value }) => value === open)?.value ?? "attention";
  return (
    <Dialog title="Library Care" isSheet onClose={onClose}>
      <ListenRegion>
        <Tabs open={shown} onOpen={onOpen}>
          <TabList label="What to look after" className="scroll-tabs flex gap-1">
            {tabs.map(({ value, name }) => (
              <Tab
                key={value}
                value={value}
                className="button button-small shrink-0 aria-selected:bg-s3 aria-selected:text-text"
              >
                {name}
              </Tab>
            ))}
          </TabList>
          {tabs.map(({ value, List }) => (
            <TabPanel key={value} value={value} whileHidden="gone" className="pt-4">
              <List />
            </TabPanel>
          ))}
        </Tabs>
      </ListenRegion>
    </Dialog>
  );
}
