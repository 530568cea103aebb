-- The words of a folded name, each without what spellings and scripts exchange: as `spelt` of
-- `server/people/duplicates/names.py` has them. It is not inlined, so that the planner knows what it costs.
CREATE OR REPLACE FUNCTION public.waymark_spelt(folded text) RETURNS text[]
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000
    AS $_$ BEGIN
        RETURN string_to_array(regexp_replace(regexp_replace(regexp_replace(
            replace(replace(replace(translate(regexp_replace(
                CASE WHEN octet_length(folded) = length(folded) THEN folded ELSE translate(
                    regexp_replace(regexp_replace(regexp_replace(normalize(folded, NFKD),
                        '[ऋृঋৃઋૃଋୃఋృಋೃഋൃ]', 'ri', 'g'), '[ऐঐਐઐଐஐఐಐഐ]', 'ai', 'g'), '[औঔਔઔଔஔఔಔഔ]', 'au', 'g'),
            'कखगघचछजझटठतथडढदधङञणनऩंँपफरऱलळऴशषसबभवमयहअआइईिीैउऊुूौओोऑऒॉॊएेऎऍॅॆকখগঘচছজঝটঠতথডঢদধঙঞণনংঁপফরলশ'
            'ষসবভমযহঅআইঈিীৈউঊুূৌওোএেਕਖਗਘਚਛਜਝਟਠਤਥਡਢਦਧਙਞਣਨਂਁਪਫਰਲਲ਼ਸ਼ਸਬਭਵਮਯਹਅਆਇਈਿੀੈਉਊੁੂੌਓੋਏੇકખગઘચછજઝટઠતથડઢદધ'
            'ઙઞણનંઁપફરલળશષસબભવમયહઅઆઇઈિીૈઉઊુૂૌઓોઑૉએેઍૅକଖଗଘଚଛଜଝଟଠତଥଡଢଦଧଙଞଣନଂଁପଫରଲଳଶଷସବଭଵମଯହଅଆଇଈିୀୈଉଊୁୂୌଓୋ'
            'ଏେகசஜடதஙஞணநனஂபரறலளழஶஷஸவமயஹஅஆஇஈிீைஉஊுூௌஓோஒொஏேஎெకఖగఘచఛజఝటఠతథడఢదధఙఞణనంఁపఫరఱలళఴశషసబభవమయహఅఆఇఈిీ'
            'ైఉఊుూౌఓోఒొఏేఎెಕಖಗಘಚಛಜಝಟಠತಥಡಢದಧಙಞಣನಂಁಪಫರಱಲಳಶಷಸಬಭವಮಯಹಅಆಇಈಿೀೈಉಊುೂೌಓೋಒೊಏೇಎೆകഖഗഘചഛജഝടഠതഥഡഢദധങഞണ'
            'നഩംഁപഫരറലളഴശഷസബഭവമയഹഅആഇഈിീൈഉഊുൂൌഓോഒൊഏേഎെৰৱੰा्ः़া্ঃ়ਾ੍ਃ਼ા્ઃ઼ା୍ଃ଼ா்ஃా్ః఼ಾ್ಃ಼ാ്ഃ഼ੱ',
            'kkggccjjttttddddnnnnnnnpprrlllsssvvvmyhaaiiiiiuuuuuuuuuuueeeeeekkggccjjttttddddnnnnnnpprls'
            'ssvvmyhaaiiiiiuuuuuuueekkggccjjttttddddnnnnnnpprllssvvvmyhaaiiiiiuuuuuuueekkggccjjttttdddd'
            'nnnnnnpprllsssvvvmyhaaiiiiiuuuuuuuuueeeekkggccjjttttddddnnnnnnpprllsssvvvmyhaaiiiiiuuuuuuu'
            'eekcjttnnnnnnprrlllsssvmyhaaiiiiiuuuuuuuuueeeekkggccjjttttddddnnnnnnpprrlllsssvvvmyhaaiiii'
            'iuuuuuuuuueeeekkggccjjttttddddnnnnnnpprrllsssvvvmyhaaiiiiiuuuuuuuuueeeekkggccjjttttddddnnn'
            'nnnnpprrlllsssvvvmyhaaiiiiiuuuuuuuuueeeervn') END,
                '(?<=[bcdgjkpstz])h', '', 'g'), 'bwzqfoy', 'vvjkpui'), 'x', 'ks'), 'jn', 'gi'), 'ee', 'i'),
            '(?<=[^ ])[ae]', '', 'g'), 'n(?=[pv])', 'm', 'g'),
            'a(?=a)|c(?=c)|d(?=d)|e(?=e)|g(?=g)|h(?=h)|i(?=i)|j(?=j)|k(?=k)|l(?=l)|'
            'm(?=m)|n(?=n)|p(?=p)|r(?=r)|s(?=s)|t(?=t)|u(?=u)|v(?=v)', '', 'g'), ' ') COLLATE pg_catalog."C"; END $_$
