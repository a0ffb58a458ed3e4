/**
 * What the most common passwords are made of, without the digits and signs that people put around
 * them: words and names of the lists that leaked again and again.
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `
aaaa abcd abcdef abcdefg abcdefgh abcabc access action adam admin administrator adobe adrian
agent airplane alberto alejandra alejandro alex alexander alexandra alexis alice alicia alison
allison amanda amber america american amigos amor anderson andrea andrei andrew angel angela
angelica angelina angels animal anna anthony antonio anything apple apples arsenal arthur asdf
asdfasdf asdfgh asdfghjk asdfghjkl ashley asshole august austin azerty babygirl bailey banana
barcelona barney baseball basketball batman beautiful beauty benjamin bigdaddy bigdog billy
bismillah blackie blessed blessing blink bond bonnie booboo booger boomer brandon brandy brazil
brian britney brittany brooklyn bubbles buddy bulldog buster butterfly calvin camaro cameron
canada captain carlos carolina caroline carter casper catherine celtic chanel charles charlie
charlotte cheese chelsea cherry chester chicago chicken chivas chocolate chris christ christian
christin christina christine christmas christopher claire claudia clipurse coffee colorado
computer cookie cookies cooper corvette courtney cowboy cowboys cristian cristina crystal daddy
daddysgirl dakota dallas daniel daniela danielle david debbie december default dennis denver
destiny diablo diamond diana dolphin dolphins dominic donald dragon dreams eagle eagles edward
einstein elephant elizabeth emily emmanuel england enter eric estrella evelyn everton extreme
family fatima february felix fender ferrari fernanda fernando fireman fish fishing flamingo
florida flower flowers football forever forget francis francisco frank freddy freedom friend
friends fuckme fuckoff fuckyou gabriel gabriela garfield gateway gemini george gerald giants
ginger girls giovanni god godbless godisgood gold golden goldfish golfer goodluck google gordon
gracie grandma green guitar hahaha hammer hannah happiness happy harley harrypotter heather
heaven hello helloworld helpme hockey holiday hollywood honda honey hotdog hunter iceman iloveme
ilovemom iloveu iloveyou indian internet inuyasha ireland isabel isabella jackie jackson jaguar
jamaica james january jasmine jason jasper jeffrey jennifer jeremy jessica jessie jesus jesuschrist
jesussaves joanna john johnny johnson jonathan jordan jorge jose joseph joshua juan julian juliana
julie juliet jupiter justin karen karina katherine kathleen katie kelly kenneth kevin killer
kimberly king kingkong kingston kisses kitten kitty klaster knight krishna lakers laura lauren
legend leonardo letmein letmeinnow lebron liberty lifehack lincoln linkinpark little liverpool
logitech london lorena lorenzo loser louise love lovelove lovely lover loverboy loveme loveyou
lucky lucky maggie magic mahalkita manchester manutd marcus margaret maria mariah mariana marie
marina mario marlboro marseille martin martina master matrix matthew maverick maximus megan
melanie melissa mercedes metallica mexico miamor michael michelle mickey microsoft midnight
miguel miller minecraft minnie miranda mohamed mohammed molly money monica monika monkey monster
monsters montana morgan motorola mother muffin murphy music mustang myspace naruto natalia
natalie natasha nathan newyork nicholas nicole nigeria nintendo nirvana nothing november number
october olivia operator orange oscar paloma pamela panther pantera paradise parola parool
passat passer passion passw passwd password passwords passwort patricia patrick peaches peanut
pepper perfect peter phantom phoenix pikachu pimpin playboy player playstation please pokemon
police pookie poop porsche porter portugal power precious pretty prince princesa princess
private promise purple qazwsx qazwsxedc qazxsw qqqqqqqq qwaszx qwer qwerasdf qwerqwer qwert
qwerty qwertyu qwertyui qwertyuiop rabbit rachel raiders rainbow ranger rangers raymond realmadrid
rebecca redneck redsox remember richard robert roberto rocket rockstar rockyou rodrigo ronaldo
rootroot rosebud roxana runescape russia sabrina sakura samantha samsung samuel sanchez sandra
santiago sasuke saturn savannah school scooby scooter scorpio scorpion sebastian secret senha
september sergio service sexsex sexy shadow shakira shannon sharon shelby shopping silver simone
single sister slayer slipknot smokey snoopy snowball soccer softball soledad sophie spartak
spencer spider spiderman spongebob spring standard starwars steelers stella stephanie stephen
steven steve stupid success sudoku sugar summer sunday sunflower sunshine superman superstar
surfer sweet sweetheart sweetie sweety tamara taylor teacher teddybear teresa test testing
testtest thanks theman theresa thomas thumper thunder tiffany tiger tigers tigger timothy tinker
tinkerbell titanic tomcat tornado toyota travis trinity trouble trustme trustno turtle tweety
twilight unicorn united usuario valentina valentine valeria vampire vanessa veronica victor
victoria victory vincent viper virginia volkswagen voyager walter warcraft warrior welcome
welcomehome whatever william williams willow wilson windows winner winston winter wizard wolf
wolverine women wonderful world xavier xbox xxxxxx yamaha yankees yellow yourmom youtube yvonne
zachary zaqwsx zidane zxcv zxcvbn zxcvbnm zxcvzxcv
`
    .trim()
    .split(/\s+/),
);

/** Runs of keys and of characters, in the order that fingers and alphabets have. */
export const RUNS: readonly string[] = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'qwertyuiopasdfghjklzxcvbnm',
  'qweasdzxc',
  'zaq12wsxcde34rfvbgt56yhn',
  'a1b2c3d4e5f6g7h8i9j0',
  '1a2b3c4d5e6f7g8h9i0j',
  'aa123456789',
  'abc123456789',
];
