/** What a quiz does (specification, section 3). */
export interface QuizSettings {
  questions_per_attempt: number
  /** 0 to 100. */
  pass_percentage: number
  /** null: endless. */
  max_attempts: number | null
  /** After the last attempt failed, new ones come after this many days; 0: they do not. */
  days_until_new_attempts: number
  counts_for_progress: boolean
  has_video: boolean
  correct_answer_visible: boolean
  feedback_visible: boolean
  /** Each question is answered at once, with feedback, and for good. Left out of what was published before there was such a thing. */
  practice?: boolean
  /** Key of the lesson that explains the questions that name none themselves. */
  lesson?: string | null
}

export interface EvaluationQuestion {
  key: string
  type: 'scale' | 'choice' | 'open'
  text: Record<string, string>
  mandatory: boolean
  answers: { key: string; text: Record<string, string> }[]
}

export interface EvaluationSettings {
  questions: EvaluationQuestion[]
}

/** Something that is done elsewhere. */
export interface ExternalSettings {
  /** Where it is; https. Parameters `launch` and `return_url` are added when a person opens it. */
  url: string
  /** Who says that it is done: the other side by a signed return call, or a supervisor after the person reported it. */
  finished_by: 'return_call' | 'supervisor'
}

/** What an activity can be set to, by its type: see activity_types. */
export type ActivitySettings = QuizSettings | EvaluationSettings | ExternalSettings | Record<string, never>
