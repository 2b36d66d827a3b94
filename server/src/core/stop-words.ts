/**
 * The commonest function words of each language with a stemmer (names as in Snowball). They identify languages and are
 * ignored in questions. Written for this project from grammar lists.
 */
export const STOP_WORDS = {
  english:
    'a about after all am an and any are as at be because been before being but by can could did do does doing don for from get got had has have having he her here hers him his how i if im in into is it its just ll me more most my no nor not of off on or our out over please re s she should so some such t than that the their them then there these they this those to too under until up ve very was we were what when where which while who whom whose why will with would you your yours',
  german:
    'aber als am an auch auf aus bei bin bis da das dass dein dem den der des die dies diese dieser dieses doch du durch ein eine einem einen einer eines er es euer für gibt haben hat hatte ich ihr ihre im in ist ja kann kein keine können man mein meine mich mir mit muss nach nicht noch nur ob oder ohne sehr sein seine sich sie sind so über um und uns unser unter vom von vor wann war was weil wenn wer werden wie wieder wir wird wo zu zum zur',
  french:
    'à ai au aux avec avez avons c ce ces cette comment d dans de des du elle elles en est et été être eux fait il ils j je l la le les leur leurs lui m ma mais me mes moi mon n ne nos notre nous on ont ou où par pas pour pourquoi puis qu quand que quel quelle quels qui s sa sans se ses si son sont sur t ta te tes toi ton tu un une vos votre vous y',
  spanish:
    'a al algo ante antes como cómo con cual cuando cuándo de del desde donde dónde el él ella ellas ellos en entre era es esa ese eso esta está estas este esto estos fue ha hay la las le les lo los más me mi mis mucho muy nada ni no nos nosotros o os otra para pero por porque puedo que qué quien se ser si sí sin sobre son su sus también te tengo tiene todo tu tus un una uno unos usted y ya yo',
  italian:
    'a agli ai al alla alle anche avere c che chi ci come con cosa cui da dal dalla dei del della delle dello di dove e è ed era gli ha hanno ho i il in io l la le lei lo loro lui ma mi mia mio ne nei nel nella noi non o per perché più posso qual quale quando quanto quella quello questa questo sarà se si sia sono su sua sul sulla suo ti tra tu un una uno vi voi',
  portuguese:
    'a à ao aos as às até com como da das de dela dele do dos e é ela elas ele eles em entre era essa esse esta está este eu foi há isso isto já lhe mais mas me mesmo meu minha muito na não nas nem no nos nós num numa o onde os ou para pela pelo por porque posso qual quando que quem são se sem ser seu sua são também te tem tenho um uma umas uns você vocês',
  dutch:
    'aan al als andere bij ben dan dat de der deze die dit doen door dus een en er ge geen haar had heb hebben heeft het hij hoe hun ik in is ja je kan kunnen maar me meer men met mij mijn moet na naar niet nog nu of om omdat onder ons ook op over te tegen toch toen tot u uit uw van veel voor waar was wat we wel werd wie wij worden wordt ze zich zij zijn zo zonder zou',
  danish:
    'af alle at blev blive bliver da de dem den denne der deres det dette dig din disse dog du efter eller en end er et for fra ham han hans har havde hende hendes her hun hvad hvis hvor hvordan i ikke ind jeg jer jo kan kunne man mange med meget men mig min mit mod ned noget nogle nu når og også om op os over på sig sin sit skal som til ud under var vi vil være været',
  swedish:
    'alla allt att av blev bli blir de dem den denna deras dess det detta dig din du där efter ej eller en er ett för från ha han hans har hade henne hennes hon hur här i icke in inte ja jag kan man med mig min mot mycket ni nu när någon något några och om oss på sig sin ska skulle som så till under upp ut vad var varför vi vid vilka vilken är över',
  norwegian:
    'alle at av ble bli blir da de dem den denne der deres det dette du eller en enn er et etter for fra få ha hadde han hans har henne hennes her hun hva hvis hvor hvordan hvorfor i ikke inn ja jeg kan man med meg mellom men mer min mot mye nå når noe noen og også om opp oss over på seg sin skal skulle som så til ut var ved vi vil være vært',
  finnish:
    'ei eivät emme en et että he hän ja jos joka jotka kanssa kuin kun me mikä miksi missä mitä mutta myös mukaan ne niin nyt olen oli olivat olla on ovat sekä se sen siellä siinä sitä tai tämä tämän te tuo vain vai vielä voi voiko voinko',
  hungarian:
    'a abban ahhoz aki ami amikor az azt be csak de egy ehhez el én és ez ezt ha hanem hogy hogyan hol ki kell le lehet maga már meg mely mert mi mikor mint mit most nagyon ne nekem nem nincs ő ők össze s sem szerint ti te úgy vagy vagyok van volt',
  romanian:
    'a acest această ai al ale am ar are aș așa au avea ca că când care ce cea cei cel cine cu cum da dacă de deci din dintre doar după e ea ei el ele este eu fi fie fost la lor lui mai mea meu mi mult ne nici noi nu o ori pe pentru poate pot prin sa să sau se și sînt sunt său spre te tu un una unde unei unui vă voi',
  russian:
    'а без бы был была были было быть в вам вас весь во вот все всё вы где да для до его ее её если есть еще ещё же за и из или им их к как какой когда кто ли мне может можно мой мы на над нам нас наш не него нет но ну о об он она они оно от по под при с со так там то только тот ты у уже что чтобы это этого этот эту я',
  turkish:
    'ama ben bir biz bu bunu çok da daha de değil diye en gibi hem hangi her için ile ise ki kim mi mı mu mü nasıl ne neden nerede o olan olarak olur onlar sen siz şey şu var ve veya ya yok zaman',
} as const;

/** A language with stop words and a stemmer. */
export type Language = keyof typeof STOP_WORDS;

/** Languages without a stemmer, by ISO 639-1: enough words to tell them apart. */
export const MORE_STOP_WORDS = {
  pl: 'a aby ale bo być był była było co czy dla do go i ich ja jak jest jestem już kiedy lub ma mam mi mnie może można my na nas nie o od on ona oni oraz pan pani po pod proszę przez przy się są ta tak tam te tego ten to tu tylko w z za ze że żeby',
  cs: 'a aby ale ani ano bez být byl byla bylo co či do i já jak jako je jeho jejich jen ještě jsem jsme jsou k kde kdy když která které který má mám mi na nebo ne není o od po pro proč prosím s se si tak také ten to tu u v vám vás ve z za že',
  sk: 'a aby aj ak ako ale alebo ani áno bez bol bola bolo byť čo do ešte i ich ja je jeho k kde kedy keď ktorá ktoré ktorý len má mám mi na nie o od po pre prečo prosím s sa si sme som sú tak ten tiež to tu u v vám vás vo z za že',
  lt: 'apie ar aš bet bus buvo būti dar iki ir iš ją ji jis jo jos jums jūs kad kaip kas kur labai mano mes ne nėra nes nuo o per po prašau prie su ši šis ta tai taip tas tik už yra',
  bg: 'а аз без беше би бъде в вас ви да до е за и из или има как какво като кога към ли ме ми мога може моля на не него ние но от по при с са само се си сме съм така там този това тя че ще я',
  uk: 'а або але без був була було бути в вам вас ви від він вона вони все де для до є же з за і із її його коли мене ми може на не немає ні по при про та так там то тут у це цей чи чому ще що як які який',
  id: 'ada adalah akan anda apa atau bagaimana bahwa belum bisa dalam dan dari dengan di dia harus ini itu jika juga kami kapan ke kita lagi mau mereka mohon oleh pada sangat saya sebagai sudah tidak untuk yang',
  vi: 'bạn các cho có của được hay không là một này người nhé ở quý rất tôi và vâng với xin',
} as const;
