/**
 * Hand-mixed colour moods. Each row names twelve colours in the order of `MOOD_ROLES`.
 * They are written as hex because that is how a painter compares swatches; all mixing is OKLCH.
 */
export const MOOD_ROLES =
  "skyTop skyMid skyLow far near water body accent second light paper ink".split(" ");

export const MOODS = {
  sunset: "3b2a5c b5506a f7b267 7d4a72 2a1a3a 8a4a6e 1f1430 f25c54 ffd27a fff0c2 fbf0e2 241432",
  dawn: "7d8fc2 e3b7c4 ffe1c4 a9a1c4 4a4a78 9fb4d0 3d3a66 f08a7b f7c98b fff6df fdf5ee 2e2c52",
  day: "3f8fc9 8cc6e0 e4f2ea 8fb6b8 2f6b57 3b8fb5 27483f f2a541 e4572e fff3c9 faf6ea 1d3440",
  night: "0b1533 1c2c5e 41568f 2b3a6b 0a1128 1d3566 070c1e f4d58d 7fb7be fff4d1 e9ecf2 0b1230",
  winter: "4f7fae 9cc0da f0f0ee 93b2cc 35618c 6f9cbf 2c4a68 d1495b edae49 ffffff f7fafb 1e3347",
  forest: "5f8f7a a9c8a0 ecefc8 7aa287 1f3d2f 4f8578 162b22 e09f3e c8553d fff6cf f5f3e3 14281f",
  ocean: "1b6a96 5fb3c4 d8efe0 4d92a8 0d3b5c 157a94 0c2b45 ff8c61 ffd275 fff6d8 f3f6ee 0c2a42",
  deep: "2fa5b5 146c8c 0b3f63 1b6585 072440 0f5878 05182c ff9e6d f9d77e e6fff6 eef6f2 06223a",
  desert: "5a86a6 e8b98a f8dfb0 d9976a 9c4a2f b07a5e 5b2618 e4572e 2a7f86 fff2cc fbf1de 4a2015",
  autumn: "7d6b7d d9a066 f6dca4 b9713f 5e2b1a 8a6a58 3e1b12 d1495b edae49 fff1c9 faf1e0 3a1c12",
  spring: "8cc3d6 cfe4d2 fdeff0 b8cfa0 5f8f58 92c0c4 3f5e4a f27ea6 ffc857 fffbe6 fdf8f1 2d473b",
  neon: "12062e 3d0f63 d4237f 3a1070 0a0420 24106b 05020f 00e5d0 ff3d9a ffd9f4 f0e9ff 0d0524",
  gold: "241a10 6e4a1c e8b450 8a6228 1f160d 4a3415 120d08 f0c050 f7e3a8 fff4cf f8f0dc 1d1810",
  pastel: "b9c6ee e3d0ea fde6e0 c8cbe8 8f95c4 b4d4e4 6a6a9e f7a8b8 fbd8a0 fffdf0 fdf9f6 4d4c7a",
  mono: "8a8d91 bfc1c2 eeeeec a3a6a8 33363a 84888c 1b1d20 e03e36 6b6f73 ffffff f5f4f0 17181b",
  storm: "2f3b4a 5b6b79 a9b4b4 536372 1e2832 3c5463 141b23 e8b84a 8fb0b5 f7f1d0 eef0ee 151d26",
  rose: "8e4162 d98ba0 fbdcd6 bd7490 4e1f3c a8647f 361429 e63e62 f6b26b fff0e2 fdf3ee 38142b",
  tropic: "0f9bb0 7fd3c0 fff0c2 4fae9a 0e5f57 12a5b0 0b3f42 ff5d73 ffb52e fff6d0 fdf7e7 0b3b40",
  magic: "1e1147 5a3a9e c88bd6 5b4399 160c36 3b2f86 0f0826 ff8fd0 7fe0e6 fff0fa f4effa 190d3c",
  fire: "1a0d14 6b1a1e e8602c 4f1a22 12080c 3d1218 0b0507 ff7a2f ffc145 fff0b8 fbeee0 1c0b0c",
  aurora: "08182f 12505c 5fd3a0 1c4a5e 06121f 0f3f55 040c16 8affc1 b48cf2 f2fff2 eaf4f0 081a2a",
  sage: "9fb3a6 cfd8c6 f3ecdc aab89f 566b57 9db5b0 34453b d98a6c e8c587 fff8e6 f9f5ea 2a382f",
} as const;

export type Mood = keyof typeof MOODS;
