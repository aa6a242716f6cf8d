import sharp from "sharp";
import { expect, it } from "vitest";
import { ART_STYLES, type ArtStyle, renderArt } from "./index.ts";

// Pages of the demo describe its pictures, and a prompt is sold with the picture it paints, so code
// changes must not change pictures.

const SIDE = 4;
/** A scene with a hero, and one without, which some styles paint differently. */
const PROMPTS = ["a red fox before a lake at night", "abstract ribbons of smoke"];

/** What each style paints for the two prompts with seed 2: 4 x 4 colours. */
const PAINTED: Record<ArtStyle, readonly string[]> = {
  watercolour: [
    "9ca2b98a92acb4bcc8b1b8c899a0bd8c93b1a9aec0a9b0c7888faf6d70937f677c8f8ca5939bb86f76967466769491a1",
    "dec1c6d1aebad0abb8dec1c5e7bebceab5b2ebafadedc0bcf6dac3f5d5bcf1cdb6f2d1bef3e1caf3dfc5f6e4c6f5e2ca",
  ],
  "flow-field": [
    "27304828314c121f3e172445222f4f2c3654222d4e16244b17284b3a3f5b625363212c4d14274c1c27463e36471b223c",
    "efe9ddebe6daf0ebdeeee9dcdfd9ccd6d0c5d7d1c6e2ddd0d3cdc3d1cbc1d3cdc2ded8cbd2ccc3ded8cee6e0d4eee8db",
  ],
  "low-poly": [
    "0e23482a3c5b727984525d6f233c683f4b6e5e6a854b5e7f3943645e495c37486c27436d202840343145283b5a1a355c",
    "552f5959325d59305c552e598f4b6597516b914966893f60c27974cc867dc47471b95f62d39f75e0b084da9d70cc855b",
  ],
  "ink-wash": [
    "97a1b9939cb2a3aabb9ba3b6a4adc3abb3c5bbc1d1a7afc1c2cadbb9bfd1a2a4b6b7becfe2e6f4d6dcecbdc2d2c5cbdb",
    "ebdad0eedfd4efe1d5f0e2d7e9d6cee7d6cee7d7d0eadcd3ead8d0e1cdc9e4c3bbdec5bfefded4ebd9d0f0dcd1eddad0",
  ],
  "stained-glass": [
    "48485044475930385129304341455c42445e363c5c2b355130416839446b3f34492f334e2a3550303857302e412b2e41",
    "4d2e46543351543352482b446e395581405e823f5e63314b80434c985457994e577e3a4c61413a7654448255446a3e37",
  ],
  isometric: [
    "17203d323b5729314d111936232d4b4850673f4a60192343314154525f6c5760693040521f2a493745573844551e2949",
    "cf9795e6bea4e0b0a1cb8d92ddac9cdcb89ad9b097d8a098be9383c29a81c09981bf9485b9948298796f997b70bc9784",
  ],
  nebula: [
    "454e6c34415e272f4d29273d4048696a81ae606fa559596f0d0f202327432e314f28293702030c03040e03040f030410",
    "442230b76d71975c6039202923122283525caf75736b3f46130a18542f3f7f49545a2e3d1006141a0c1a240f1e4d2132",
  ],
  "pixel-art": [
    "53638b4d5e842e3d64384d6f4857884653833640713543743642773e417052416339407336437530376238284223274d",
    "59345d59345d59345d59345d8d46668e4766924a66914a66bf6368c26868cf7b68cc7768e19468e39768eaa267e9a067",
  ],
  "paper-cut": [
    "34405b6c73803a49671c2a4a39476669687e36466f1f3258282d4a4c3a4f263b65192f59101a36151b3413244613264a",
    "d8afabbb828fb3808ecca9a8d29895cf8081bb6d7cbb8291e6b09beca888d48982ca8e95f0c9b2ecb89ddfa69be2b7b0",
  ],
  botanical: [
    "1b253b242d41262f421e273b2e35464c4b544d4853293143353c49705a5a625b5c2f39471f283a373643333a46252f3d",
    "e8dccaebd3c2e6c5b7e9d9cae8d2c2d1a69dcea79ee0bbb0e7d5c4b7a89dada498dabfb0e0d4c4d1c9bacac1b3dbcabb",
  ],
  "art-deco": [
    "1f212d2c2f3a22242f1e202b2d303b4b4a4e232532252835463e3872644e6f685b48433f40372e4b46404c48443d362f",
    "2e1d2c5833355631302d1c29412834b9613fb9613f412834301c29703a32784039351f2d2717242a192b2b192a251423",
  ],
  bauhaus: [
    "ded9ceaca8a56f7c958d94a7c4bdb98c89887988a1828d9fa3a3ae8c888ac4c3c1cdc7c36d71816b6d7a7a7a818c8c92",
    "a68761bfaa8be4c5847d6c5caa8b8ab99f95eac57b947f64b89487b29393b78b7a846e61a86f79ab838db39689a28a69",
  ],
};

/** Processors may round differently; a missing or moved shape changes a colour by far more. */
const TOLERANCE = 3;

it.each(ART_STYLES)("paints in %s what it has always painted", async (style) => {
  for (const [index, prompt] of PROMPTS.entries()) {
    const png = await renderArt({ prompt, style, seed: 2, widthPx: 96, heightPx: 96 });
    const small = sharp(png).resize(SIDE, SIDE, { kernel: "linear" }).removeAlpha();
    const colours = [...(await small.raw().toBuffer())];
    const expected = [...Buffer.from(PAINTED[style][index] ?? "", "hex")];
    expect(colours).toHaveLength(expected.length);
    const off = colours.map((value, at) => Math.abs(value - (expected[at] ?? 0)));
    expect(Math.max(...off), prompt).toBeLessThanOrEqual(TOLERANCE);
  }
});
