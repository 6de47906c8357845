/** What kind of sentence it is: a question, a topic, a deed, an explanation, a whole product. */

export const isQuestion = (sentence: string): boolean => sentence.endsWith('?')

/** "Search: TBD", "Archive: a page for each year": a name, and what is said about it. */
export const isLabelled = (sentence: string): boolean =>
  /^[\p{L}\p{N}][^:,.?!]{1,40}:\s+\S/u.test(sentence) && !REMARK.test(sentence)

const REMARK =
  /^(?:notes?|n\.?b\.?|p\.?s\.?|examples?|e\.g\.?|i\.e\.?|hints?|tips?|important|warning|caution|background|reasons?|context|constraints?|stack|tech stack|deadline|budget|see(?: also)?|remember|assumptions?|goals?|why)\b[^:]{0,20}:/i

const MOST_TOPIC_WORDS = 4

/** "Comments", "Dark mode": a thing without a word about it. */
export const isTopic = (sentence: string): boolean =>
  sentence.split(' ').length <= MOST_TOPIC_WORDS &&
  !/[,:?!]/.test(sentence) &&
  !NO_TOPIC.test(sentence) &&
  !EXPLAINS.test(sentence) &&
  !MODAL.test(sentence) &&
  !DOES.test(sentence)

const NO_TOPIC =
  /^(?:thanks?|thank you|please|nothing|none|no|not|only|just|same|as|like|see|ok|okay|yes|and|or|but|so|if|when|because|with|without|for|in|on|at|by|from|it|its|they|their|he|she|we|you|i|all|done|good|great|one|two|that'?s)\b|\b(?:is|are|was|were|be|been|has|have|had|does|do|did|isn't|aren't|doesn't|don't|stores?|shows?|works?|fails?|breaks?|happens?)\b/i

/** "Build a recipe site" is the whole and not a part of it. */
export const isWholeProduct = (text: string): boolean =>
  /^(?:please )?(?:build|create|develop|make|write|design|we (?:want|need)|i (?:want|need))\s+(?:me |us )?(?:an? |our |the )?(?:[\w-]+ ){0,4}(?:app|application|site|website|tool|platform|service|system|game|shop|store|library|api|program|pipeline|dashboard|bot|portal|cli|extension|converter)\b/i.test(
    text,
  )

export const PRODUCT =
  /\b(?:apps?|application|site|website|tool|platform|service|system|game|shop|store|library|program|pipeline|bot|portal|cli|extension|converter|clone|e-?commerce)\b/i

export const MODAL =
  /\b(?:can|should|must|shall|needs? to|has to|have to|wants? to|will|supports?|allows?|lets)\b/i
export const IMPERATIVE =
  /^(?:please )?(?:adapt|add|adjust|allow|apply|automate|build|calculate|change|clean|collect|combine|compute|configure|connect|convert|correct|create|delete|deploy|deprecate|design|detect|disable|display|document|download|drop|enable|encrypt|ensure|export|expose|extend|extract|fetch|filter|fix|format|generate|get rid of|handle|hide|highlight|implement|import|improve|install|integrate|introduce|load|lower|make|merge|migrate|move|notify|optimi[sz]e|paginate|parse|polish|port|prevent|print|provide|publish|rate[- ]limit|read|rebuild|redesign|redirect|reduce|refactor|reject|release|remove|rename|render|reorgani[sz]e|replace|report|restructure|restyle|retry|return|revert|rewrite|save|secure|send|serve|set up|shorten|show|simplify|sort|speed up|split|stop|store|support|switch|sync|test|tidy|track|translate|unify|update|upgrade|upload|use|validate|verify|warn|write)\b/i

/** "It sends mails", "Admins remove entries": a subject that does something. */
export const DOES =
  /^(?:the |all |every |each |registered )*(?:users?|customers?|visitors?|people|admins?|administrators?|players?|members?|system|app|application|site|program|tool|service|server|it|they|others|everyone|authors?|teachers?|students?|managers?|staff|guests?)\s+\w+|^an? (?:user|customer|visitor|admin|administrator|player|member|author|teacher|student|manager|guest) (?:who|that) /i

export const EXPLAINS =
  /^(?:this|that|these|because|since|currently|today|now|at the moment|for example|e\.g\.|note|the reason|we (?:currently|already|have|are|were)|our (?:team|company)|it is|it's|there was)\b/i

export const NEXT = /^(?:and )?(?:then|afterwards|after that|finally|next|lastly)\b,?\s*/i

export const SUBJECT =
  /^(?:(?:and |also |then |finally |next |please |in addition |additionally |furthermore ),?)*(?:(?:a |an |the |all |every |each |registered |logged-in |our )*(?:users?|customers?|visitors?|people|admins?|administrators?|players?|members?|system|app|application|site|program|tool|service|server|it|they|we|you|i|others|everyone|there|authors?|teachers?|students?|managers?|staff|guests?|owners?|editors?|developers?)\s+)?(?:(?:can|could|should|must|shall|may|will|needs? to|has to|have to|wants? to|would like to|is able to|are able to|is|are|also|be able to|want|need|needs)\s+)*(?:also )?/i
