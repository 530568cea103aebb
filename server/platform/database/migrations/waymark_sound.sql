-- Two consonants of the first word of a name behind its titles, which likely duplicates have in common: for each letter
-- its sound, as `server/people/duplicates/names.py` has them. A space is none.
CREATE OR REPLACE FUNCTION public.waymark_sound(name text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $_$
        SELECT left(replace(translate(split_part(regexp_replace(name,
            '^((adv|dr|er|km|kumari|late|md|mhd|miss|mohamad|mohamed|mohammad|mohammed|mohd|mohmd|mr|mrs|ms|muhammad|muhammed'
            '|prof|sh|shree|shri|smt|sri|कुमारी|डा|डॉ|मुहम्मद|मो|मोहम्मद|श्री|श्रीमती|सुश्री)(\.\s*|\s+))+(?=\S)', '', 'i'), ' ', 1),
            'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäå'
            'æçèéêëìíîïðñòóôõö÷øùúûüýþÿĀāĂăĄąĆćĈĉĊċČčĎďĐđĒēĔĕĖėĘęĚěĜĝĞğĠġĢģĤĥĦħĨĩĪīĬĭĮįİıĲĳĴĵĶķĸĹĺĻļĽľĿ'
            'ŀŁłŃńŅņŇňŉŊŋŌōŎŏŐőŒœŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŦŧŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžſकखगघचछजझटठतथडढदधङञणनऩंँपफर'
            'ऱलळऴशषसबभवमयहअआइईिीैउऊुूौओोऑऒॉॊएेऎऍॅॆऋृऐऔा्ः़কখগঘচছজঝটঠতথডঢদধঙঞণনংঁপফরলশষসবভমযহঅআইঈিীৈউঊুূ'
            'ৌওোএেঋৃঐঔা্ঃ়ਕਖਗਘਚਛਜਝਟਠਤਥਡਢਦਧਙਞਣਨਂਁਪਫਰਲਲ਼ਸ਼ਸਬਭਵਮਯਹਅਆਇਈਿੀੈਉਊੁੂੌਓੋਏੇਐਔਾ੍ਃ਼કખગઘચછજઝટઠતથડઢદધઙઞણન'
            'ંઁપફરલળશષસબભવમયહઅઆઇઈિીૈઉઊુૂૌઓોઑૉએેઍૅઋૃઐઔા્ઃ઼କଖଗଘଚଛଜଝଟଠତଥଡଢଦଧଙଞଣନଂଁପଫରଲଳଶଷସବଭଵମଯହଅଆଇଈିୀୈଉଊୁ'
            'ୂୌଓୋଏେଋୃଐଔା୍ଃ଼கசஜடதஙஞணநனஂபரறலளழஶஷஸவமயஹஅஆஇஈிீைஉஊுூௌஓோஒொஏேஎெஐஔா்ஃకఖగఘచఛజఝటఠతథడఢదధఙఞణనంఁపఫరఱల'
            'ళఴశషసబభవమయహఅఆఇఈిీైఉఊుూౌఓోఒొఏేఎెఋృఐఔా్ః఼ಕಖಗಘಚಛಜಝಟಠತಥಡಢದಧಙಞಣನಂಁಪಫರಱಲಳಶಷಸಬಭವಮಯಹಅಆಇಈಿೀೈಉಊುೂೌಓೋ'
            'ಒೊಏೇಎೆಋೃಐಔಾ್ಃ಼കഖഗഘചഛജഝടഠതഥഡഢദധങഞണനഩംഁപഫരറലളഴശഷസബഭവമയഹഅആഇഈിീൈഉഊുൂൌഓോഒൊഏേഎെഋൃഐഔാ്ഃ഼ৰৱੰੱ''’`.-',
            ' vkd pj  jklnn pkrst vvk j vkd pj  jklnn pkrst vvk j       k         n                    '
            ' k         n                    kkkkkkkkdd            jjjjjjjj                jjkk lllllll'
            'l  nnnnnn           rrrrrrsssssssstttt              vv   jjjjjjskkjjkkjjttttddddnnnnnnnppr'
            'rlllsssvvvn                          rr      kkjjkkjjttttddddnnnnnnpprlsssvvn             '
            '     rr      kkjjkkjjttttddddnnnnnnpprllssvvvn                        kkjjkkjjttttddddnnnn'
            'nnpprllsssvvvn                      rr      kkjjkkjjttttddddnnnnnnpprllsssvvvn            '
            '      rr      kkjttnnnnnnprrlllsssvn                           kkjjkkjjttttddddnnnnnnpprrl'
            'llsssvvvn                      rr      kkjjkkjjttttddddnnnnnnpprrllsssvvvn                '
            '      rr      kkjjkkjjttttddddnnnnnnnpprrlllsssvvvn                      rr      rvn      '
        ), ' ', ''), 2) COLLATE pg_catalog."C"
    $_$
