import type { SeedProduct } from "../types.ts";

export const pixelArtProducts: SeedProduct[] = [
  {
    slug: "neon-after-rain",
    title: { en: "Neon After Rain", de: "Neon nach dem Regen" },
    description: {
      en: "The street has been washed and the signs are showing off. Retro glow with a fresh, clean pulse.",
      de: "Die Straße ist frisch gewaschen, und die Reklamen geben an. Retro-Leuchten mit klarem, frischem Puls.",
    },
    category: "city-life",
    styles: ["pixel-art"],
    motifs: ["umbrella", "moon", "city"],
    priceCents: 780,
    prompt:
      "Neon city alley at night after rain in crisp pixel art, a passer-by under a glowing pink umbrella, stacked balconies and blinking sign shapes in hot pink and cyan, puddles reflecting broken shafts of light, ramen counter steaming at left, limited thirty-two-colour palette, ordered dithering in the fog, three parallax layers, sixteen-by-nine side view, low-fi melancholy with a heartbeat",
    seed: 1081,
  },
  {
    slug: "window-seat-third-floor",
    title: { en: "Window Seat, Third Floor", de: "Fensterplatz, dritter Stock" },
    description: {
      en: "Homework can wait; the tail cannot. The cosiest square metre in town.",
      de: "Die Hausaufgaben können warten, die Pfoten nicht. Der gemütlichste Quadratmeter der Stadt.",
    },
    category: "city-life",
    styles: ["pixel-art"],
    motifs: ["cat", "window", "cup", "city"],
    priceCents: 290,
    prompt:
      "Black cat curled on a windowsill above a sleeping city, bedroom interior in warm pixel clusters, desk lamp, trailing pothos, stack of books and a steaming mug of cocoa, blue winter evening outside with scattered yellow window squares and slow snow, selective outlining, hand-placed anti-aliasing on the fur, two-hundred-forty-pixel canvas height, snug and drowsy",
    seed: 1082,
    featured: true,
  },
  {
    slug: "campfire-save-point",
    title: { en: "Campfire Save Point", de: "Rast am Lagerfeuer" },
    description: {
      en: "The adventure pauses here, and you may too. Pure nostalgia for anyone who grew up with a controller.",
      de: "Hier macht das Abenteuer Pause, und Sie dürfen das auch. Pure Nostalgie für alle, die mit Controller groß wurden.",
    },
    category: "landscapes",
    styles: ["pixel-art"],
    motifs: ["campfire", "fir", "tent", "moon", "forest"],
    priceCents: 250,
    prompt:
      "Crackling campfire in a pine forest clearing at night, sword leaning on a log beside a patched tent, firelight hitting tree trunks in three stepped orange bands, river glimmering behind, fireflies as single bright pixels, mountain silhouette under a huge moon, sixteen-bit adventure-game background, hue-shifted shadows toward violet, no interface, restful pause",
    seed: 1083,
  },
  {
    slug: "moonlit-bastion",
    title: { en: "Moonlit Bastion", de: "Bastion im Mondlicht" },
    description: {
      en: "Final level, first glimpse. Gothic, crisp and just a bit too quiet behind the gate.",
      de: "Das letzte Level, der erste Blick. Schaurig, gestochen scharf und hinter dem Tor eine Spur zu still.",
    },
    category: "fantasy",
    styles: ["pixel-art"],
    motifs: ["castle", "person", "moon", "mountain"],
    priceCents: 410,
    prompt:
      "Gothic black castle on a jagged cliff at midnight before an oversized full moon, bats and drifting clouds in banded blues, drawbridge lit by two braziers, thorn vines framing the foreground, sprite-scale knight at the lower left looking up, twenty-four-colour nocturne palette of indigo, bone and verdigris, crisp one-pixel highlights on battlements, chunky dither gradients, ominous invitation",
    seed: 1084,
    cover: true,
  },
  {
    slug: "last-train-empty-seats",
    title: { en: "Last Train, Empty Seats", de: "Letzter Zug, freie Plätze" },
    description: {
      en: "The kind of tired that feels like a film. Put it on a loop, put on a record.",
      de: "Diese Müdigkeit, die sich wie Kino anfühlt. Am besten mit einer Schallplatte dazu.",
    },
    category: "journeys",
    styles: ["pixel-art"],
    motifs: ["train", "moon", "city"],
    priceCents: 360,
    prompt:
      "Teal commuter train passing a sleeping city at night, seven lit windows and hardly anyone behind them, indigo rooftops and their reflection in a canal, headlight softened to amber, carriages with a silver stripe, low-resolution pixel art with careful cluster shading, straight-on symmetrical framing, faint scanline glow, drowsy homeward longing",
    seed: 1085,
  },
  {
    slug: "sixteen-colour-orbit",
    title: { en: "Sixteen-Colour Orbit", de: "Umlaufbahn in sechzehn Farben" },
    description: {
      en: "The future as it looked from a living-room carpet. Small palette, big voyage.",
      de: "Die Zukunft, wie man sie vom Wohnzimmerteppich aus sah. Kleine Palette, große Reise.",
    },
    category: "space",
    styles: ["pixel-art"],
    motifs: ["planet", "rocket"],
    priceCents: 220,
    prompt:
      "Ringed planet filling the right half of the screen, tiny rocket trailing two bright exhaust pixels, asteroid belt in three sizes, nebula backdrop dithered from plum to black, strictly sixteen colours with a sickly green accent, blocky star clusters, early home-computer loading-screen aspect ratio, hard pixel edges and visible grid, curious retro-future optimism",
    seed: 1086,
  },
  {
    slug: "harbour-light-low-tide",
    title: { en: "Harbour Light, Low Tide", de: "Hafenlicht bei Ebbe" },
    description: {
      en: "The holiday you remember in fewer colours than it had. Salty, sunny and delightfully square.",
      de: "Der Urlaub, an den man sich in weniger Farben erinnert, als er hatte. Salzig, sonnig und herrlich eckig.",
    },
    category: "ocean-and-coast",
    styles: ["pixel-art"],
    motifs: ["lighthouse", "boat", "bird", "sea"],
    priceCents: 310,
    prompt:
      "Red striped lighthouse above a low-tide harbour at sunset, stranded dinghies leaning on wet sand, gulls on mooring posts, pastel houses climbing the slope, sky in broad dithered bands of apricot, coral and lilac, water sparkle as alternating single pixels, side-scrolling composition with foreground grasses, warm limited palette, gentle holiday nostalgia",
    seed: 1087,
  },
];
