// What the views `learning_evaluation_facts` and `learning_evaluation_questions` give, for SQL of other plugins.

/** `scale` is 1 to 5, `choice` is one of the answers, `open` is free text. */
export type EvaluationQuestionKind = 'scale' | 'choice' | 'open'

/** A row of `learning_evaluation_questions`: one question of one version. Texts are language → words. */
export interface EvaluationQuestion {
  course_id: number
  /** As this version has it. */
  course_name: Record<string, string>
  version_id: number
  /** Of the version. */
  version: number
  activity_key: string
  question_key: string
  type: EvaluationQuestionKind
  text: Record<string, string>
  /** Of a choice; empty for the others. */
  answers: { key: string; text: Record<string, string> }[]
}
