/** Words in names of medical examinations, in Dutch, English, French and German. */
const MEDICAL =
  /medis|medic|médic|mediz|keuring|fit(ness)?[ -]?(to|for|test)|gezondheid|health|santé|audiometr|audiogram|spirometr|longfunctie|bloeddruk|drug|alcohol|vaccin|inent|biometr|\bpmo\b|\bpago\b|oguk|\bugrd\b/i
/** Courses about the subject are not medical data: first aid, "gezond werken", a medical-first-responder course. */
const COURSE =
  /(veiligheid|safety).*(gezondheid|health)|first aid|eerste hulp|ehbo|premiers? secours|\bqhse\b|\bvgm\b|\bhse\b|instructie|awareness/i

/**
 * Whether a name is that of a medical examination. Names are free text, so this looks for words. Such lines are left out of the passport.
 * Pure.
 */
export const isMedical = (name: string): boolean => MEDICAL.test(name) && !COURSE.test(name)
