import { expect, test } from "vitest";
import { readQueryBytes, readTitle } from "./title-text.ts";

const titleOf = (query: string) => readTitle(readQueryBytes(`/admin/metadata?${query}`));
const sigur = { artist: "Sigur Rós", title: "Hoppípolla" };

test.each([
  ["declared UTF-8", "charset=UTF-8&song=Sigur%20R%C3%B3s%20-%20Hopp%C3%ADpolla"],
  ["undeclared UTF-8", "song=Sigur+R%C3%B3s+-+Hopp%C3%ADpolla"],
  ["declared Latin-1", "charset=ISO-8859-1&song=Sigur%20R%F3s%20-%20Hopp%EDpolla"],
  ["undeclared Latin-1", "song=Sigur%20R%F3s%20-%20Hopp%EDpolla"],
  ["Latin-1 declared as UTF-8", "charset=utf-8&song=Sigur%20R%F3s%20-%20Hopp%EDpolla"],
  ["an unknown charset", "charset=klingon&song=Sigur%20R%C3%B3s%20-%20Hopp%C3%ADpolla"],
  ["unescaped bytes", "song=Sigur R\u00c3\u00b3s - Hopp\u00c3\u00adpolla"],
  ["separate artist and title fields", "artist=Sigur%20R%C3%B3s&title=Hopp%C3%ADpolla"],
])("[P52] a title in %s arrives intact", (_name, query) => {
  expect(titleOf(query)).toEqual(sigur);
});

test("[P89] undeclared windows-1251 is decoded when it can be nothing else", () => {
  expect(titleOf("song=%CA%E8%ED%EE%20-%20%C3%F0%F3%EF%EF%E0%20%EA%F0%EE%E2%E8")).toEqual({
    artist: "Кино",
    title: "Группа крови",
  });
});

test("[P52] declared Shift JIS is decoded as such", () => {
  expect(titleOf("charset=Shift_JIS&song=%93%FA%96%7B%8C%EA")).toEqual({
    artist: "",
    title: "日本語",
  });
});

test("[P52] a title is one line of limited length, and optional", () => {
  expect(titleOf("song=a%0d%0ab%00c")).toEqual({ artist: "", title: "a b c" });
  expect(titleOf(`song=${"x".repeat(5000)}`)?.title).toHaveLength(300);
  expect(titleOf("song=")).toEqual({ artist: "", title: "" });
  expect(titleOf("mode=updinfo")).toBeNull();
});
