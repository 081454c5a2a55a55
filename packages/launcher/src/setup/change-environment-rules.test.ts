import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { changeEnvironment } from "./change-environment-rules.ts";

test("the first setup writes everything", () => {
  const wanted = { HOST: "0.0.0.0", MUSIC_DIRS: "/srv/my music" };

  expect(changeEnvironment("", { former: { HOST: "0.0.0.0" }, wanted })).toBe(
    "HOST=0.0.0.0\nMUSIC_DIRS='/srv/my music'\n",
  );
});

test("a later setup changes only different answers, in place", () => {
  const text = "# mine\nPORT=5000\nLOG_LEVEL=debug\n\nTRUST_PROXY=10.0.0.5\nMUSIC_DIRS=/srv/a\n";
  const former = { PORT: "5000", TRUST_PROXY: "127.0.0.1", MUSIC_DIRS: "/srv/a" };
  const wanted = { PORT: "5001", TRUST_PROXY: "127.0.0.1", STREAM_PORT: "8000" };

  expect(changeEnvironment(text, { former, wanted })).toBe(
    "# mine\nPORT=5001\nLOG_LEVEL=debug\n\nTRUST_PROXY=10.0.0.5\nSTREAM_PORT=8000\n",
  );
});

test("a duplicate variable is written once", () => {
  const change = { former: { PORT: "1" }, wanted: { PORT: "2" } };

  expect(changeEnvironment("A=1\nexport PORT = 1\nB=2\nPORT=1", change)).toBe("A=1\nPORT=2\nB=2\n");
});

test.each(["/srv/a b", "it's", 'a "b" it\'s', "postgres://a:b%23@c/d?e=f#g"])(
  "the value %s is read back as written",
  (value) => {
    const text = changeEnvironment("", { former: {}, wanted: { MUSIC_DIRS: value } });

    expect(parseEnv(text)).toEqual({ MUSIC_DIRS: value });
  },
);
