import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isPublicAddress } from "./public-address.ts";

test.each(["1.1.1.1", "9.255.255.255", "11.0.0.0", "93.184.216.34", "100.63.255.255"])(
  "%s is on the public internet",
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test.each(["172.15.255.255", "172.32.0.0", "192.167.0.1", "198.17.0.1", "198.20.0.1", "223.1.1.1"])(
  "%s, next to a special range, is on the public internet",
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test.each(["2606:4700::1111", "2001:4860:4860::8888", "2a00:1450::1", "64:ff9b::8.8.8.8"])(
  "%s is on the public internet",
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test.each([
  ["unspecified", ["0.0.0.0", "0.1.2.3", "::"]],
  ["loopback", ["127.0.0.1", "127.255.255.254", "::1"]],
  ["private", ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fc00::1", "fd12::1"]],
  ["link-local", ["169.254.169.254", "fe80::1", "febf::1", "fe80::1%lo", "2606:4700::1%lo"]],
  ["behind a provider's translation", ["100.64.0.1", "100.127.255.255"]],
  ["multicast or broadcast", ["224.0.0.1", "239.1.1.1", "ff02::1", "255.255.255.255"]],
  ["reserved", ["240.0.0.1", "192.0.0.8", "198.18.0.1", "198.19.255.255", "4000::1", "fec0::1"]],
  ["documentation", ["192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1"]],
  ["mapped IPv4", ["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:8.8.8.8", "::127.0.0.1"]],
  ["NAT64 of a private address", ["64:ff9b::127.0.0.1", "64:ff9b::a00:1", "64:ff9b::192.168.0.1"]],
  ["local NAT64", ["64:ff9b:1::808:808"]],
  ["6to4", ["2002:7f00:1::", "2002:c0a8:101::1", "2002:808:808::"]],
  ["Teredo", ["2001:0:53aa:64c:0:0:80ff:fffe", "2001::1"]],
  ["no address", ["", "localhost", "127.1", "0x7f.1", "2130706433", "[::1]", "1.1.1.1 "]],
])("%s is not on the public internet: %j", (_what, addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([]);
});

const byte = fc.nat({ max: 255 });

test("an IPv6 form of a non-public IPv4 address is not public either", () => {
  fc.assert(
    fc.property(fc.tuple(byte, byte, byte, byte), (bytes) => {
      const ipv4 = bytes.join(".");
      const hex = bytes.map((value) => value.toString(16).padStart(2, "0"));
      const [high, low] = [`${hex[0]}${hex[1]}`, `${hex[2]}${hex[3]}`];

      // NAT64 reaches the embedded address; every other form is refused.
      expect(isPublicAddress(`64:ff9b::${high}:${low}`)).toBe(isPublicAddress(ipv4));
      for (const form of [`::ffff:${high}:${low}`, `::${ipv4}`, `2002:${high}:${low}::1`])
        expect(isPublicAddress(form)).toBe(false);
    }),
  );
});

test("every address of the private IPv4 ranges is refused", () => {
  const privateStart = fc.constantFrom([10], [127], [192, 168], [172, 16], [169, 254], [0]);
  fc.assert(
    fc.property(privateStart, fc.tuple(byte, byte, byte), (start, rest) => {
      expect(isPublicAddress([...start, ...rest].slice(0, 4).join("."))).toBe(false);
    }),
  );
});
