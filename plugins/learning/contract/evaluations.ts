// Rows of the views `learning_evaluation_facts` and `learning_evaluation_questions`, for SQL of other plugins.

/** `scale` is 1 to 5, `choice` is one of the answers, `open` is free text. */
export type EvaluationQuestionKind = 'scale' | 'choice' | 'open'

/** A row of `learning_evaluation_questions`: one question of one version. Texts are stored as language → text. */
export interface EvaluationQuestion {
  course_id: number
  /** The name in this version. */
  course_name: Record<string, string>
  version_id: number
  /** Number of the version. */
  version: number
  activity_key: string
  question_key: string
  type: EvaluationQuestionKind
  text: Record<string, string>
  /** The answers of a `choice` question; empty for the other kinds. */
  answers: { key: string; text: Record<string, string> }[]
}
