import { LOCALES } from "#domain/locales.ts";
import type { LocalizedList } from "./types.ts";

/** What pictures of the demo catalogue show, in the order of `LOCALES`. */
const WORDS = {
  astronaut:
    "Astronaut | Astronaut | Astronaute | Astronauta | Astronauta | Astronauta | Astronaut | Astronauta | Astronaut | Астронавт | رائد فضاء",
  balloon:
    "Hot-air balloon | Heißluftballon | Montgolfière | Globo aerostático | Mongolfiera | Balão de ar quente | Luchtballon | Balon | Kuumaõhupall | Повітряна куля | منطاد",
  bird: "Bird | Vogel | Oiseau | Pájaro | Uccello | Pássaro | Vogel | Ptak | Lind | Птах | طائر",
  boat: "Boat | Boot | Bateau | Barco | Barca | Barco | Boot | Łódź | Paat | Човен | قارب",
  bridge: "Bridge | Brücke | Pont | Puente | Ponte | Ponte | Brug | Most | Sild | Міст | جسر",
  butterfly:
    "Butterfly | Schmetterling | Papillon | Mariposa | Farfalla | Borboleta | Vlinder | Motyl | Liblikas | Метелик | فراشة",
  car: "Car | Auto | Voiture | Coche | Automobile | Carro | Auto | Samochód | Auto | Автомобіль | سيارة",
  castle:
    "Castle | Burg | Château | Castillo | Castello | Castelo | Kasteel | Zamek | Loss | Замок | قلعة",
  cat: "Cat | Katze | Chat | Gato | Gatto | Gato | Kat | Kot | Kass | Кіт | قطة",
  city: "City | Stadt | Ville | Ciudad | Città | Cidade | Stad | Miasto | Linn | Місто | مدينة",
  crane:
    "Crane | Kranich | Grue | Grulla | Gru | Grou | Kraanvogel | Żuraw | Kurg | Журавель | كركي",
  crown:
    "Crown | Krone | Couronne | Corona | Corona | Coroa | Kroon | Korona | Kroon | Корона | تاج",
  cup: "Cup | Tasse | Tasse | Taza | Tazza | Chávena | Kopje | Filiżanka | Tass | Чашка | فنجان",
  deer: "Deer | Hirsch | Cerf | Ciervo | Cervo | Veado | Hert | Jeleń | Hirv | Олень | أيل",
  dragon:
    "Dragon | Drache | Dragon | Dragón | Drago | Dragão | Draak | Smok | Draakon | Дракон | تنين",
  fir: "Fir tree | Tanne | Sapin | Abeto | Abete | Abeto | Dennenboom | Jodła | Kuusk | Ялина | شجرة تنوب",
  flower: "Flower | Blume | Fleur | Flor | Fiore | Flor | Bloem | Kwiat | Lill | Квітка | زهرة",
  forest: "Forest | Wald | Forêt | Bosque | Bosco | Floresta | Bos | Las | Mets | Ліс | غابة",
  fox: "Fox | Fuchs | Renard | Zorro | Volpe | Raposa | Vos | Lis | Rebane | Лисиця | ثعلب",
  house: "House | Haus | Maison | Casa | Casa | Casa | Huis | Dom | Maja | Будинок | منزل",
  koi: "Koi | Koi | Carpe koï | Carpa koi | Carpa koi | Carpa koi | Koi | Karp koi | Koikarp | Короп кої | سمكة كوي",
  lantern:
    "Lantern | Laterne | Lanterne | Farolillo | Lanterna | Lanterna | Lantaarn | Lampion | Latern | Ліхтар | فانوس",
  lighthouse:
    "Lighthouse | Leuchtturm | Phare | Faro | Faro | Farol | Vuurtoren | Latarnia morska | Tuletorn | Маяк | منارة",
  moon: "Moon | Mond | Lune | Luna | Luna | Lua | Maan | Księżyc | Kuu | Місяць | قمر",
  mountain:
    "Mountains | Berge | Montagnes | Montañas | Montagne | Montanhas | Bergen | Góry | Mäed | Гори | جبال",
  mushroom:
    "Mushroom | Pilz | Champignon | Seta | Fungo | Cogumelo | Paddenstoel | Grzyb | Seen | Гриб | فطر",
  owl: "Owl | Eule | Hibou | Búho | Gufo | Coruja | Uil | Sowa | Öökull | Сова | بومة",
  palm: "Palm tree | Palme | Palmier | Palmera | Palma | Palmeira | Palmboom | Palma | Palm | Пальма | نخلة",
  person:
    "Person | Mensch | Personne | Persona | Persona | Pessoa | Mens | Człowiek | Inimene | Людина | إنسان",
  planet:
    "Planet | Planet | Planète | Planeta | Pianeta | Planeta | Planeet | Planeta | Planeet | Планета | كوكب",
  sea: "Sea | Meer | Mer | Mar | Mare | Mar | Zee | Morze | Meri | Море | بحر",
  star: "Stars | Sterne | Étoiles | Estrellas | Stelle | Estrelas | Sterren | Gwiazdy | Tähed | Зорі | نجوم",
  torii: "Torii | Torii | Torii | Torii | Torii | Torii | Torii | Torii | Torii | Торії | توري",
  tower: "Tower | Turm | Tour | Torre | Torre | Torre | Toren | Wieża | Torn | Вежа | برج",
  tree: "Tree | Baum | Arbre | Árbol | Albero | Árvore | Boom | Drzewo | Puu | Дерево | شجرة",
  whale: "Whale | Wal | Baleine | Ballena | Balena | Baleia | Walvis | Wieloryb | Vaal | Кит | حوت",
  woman: "Woman | Frau | Femme | Mujer | Donna | Mulher | Vrouw | Kobieta | Naine | Жінка | امرأة",
} as const;

export type Motif = keyof typeof WORDS;

/** The motifs' names in each language. */
export function nameMotifs(motifs: readonly Motif[]): LocalizedList {
  const names = motifs.map((motif) => WORDS[motif].split(" | "));
  return Object.fromEntries(
    LOCALES.map((locale, index) => [locale, names.flatMap((name) => name[index] ?? [])]),
  );
}
