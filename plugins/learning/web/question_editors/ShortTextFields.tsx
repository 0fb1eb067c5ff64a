import { Box } from '@mui/material'
import { nativeName } from '#core/contract/languages'
import { useT } from '#web/i18n'
import { CheckInput, FieldFrame, severalLines, severalLinesInput, useFormState } from '#web/ui'
import { OutlinedInput } from '@mui/material'
import type { QuestionFieldsProps } from './fields.js'

/** The accepted answers, one per line, in each language. */
export default function ShortTextFields({ question: { content }, languages }: QuestionFieldsProps) {
  const t = useT()
  const { setValue, idOf, errorOf } = useFormState()
  const accepted = content.accepted ?? {}
  return (
    <>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', md: `repeat(${Math.min(languages.length, 3)}, 1fr)` } }}>
        {languages.map((language) => {
          const path = `content.accepted.${language}`
          return (
            <FieldFrame
              key={language}
              name={path}
              required
              help={t('learning.question.accepted_help')}
              label={t('learning.editor.in_language', { label: t('learning.question.accepted'), language: nativeName(language) })}
            >
              <OutlinedInput
                id={idOf(path)}
                {...severalLines(3)}
                value={(accepted[language] ?? []).join('\n')}
                // An empty line is one that the person is about to type; trailing ones are removed on blur.
                onChange={(event) =>
                  setValue('content', { ...content, accepted: { ...accepted, [language]: event.target.value.split('\n') } })
                }
                onBlur={() =>
                  setValue('content', {
                    ...content,
                    accepted: { ...accepted, [language]: (accepted[language] ?? []).map((text) => text.trim()).filter(Boolean) },
                  })
                }
                slotProps={{
                  input: {
                    lang: language,
                    ...severalLinesInput(3),
                    'aria-invalid': Boolean(errorOf(path)),
                    'aria-describedby': `${idOf(path)}-help`,
                  },
                }}
              />
            </FieldFrame>
          )
        })}
      </Box>
      <CheckInput name="content.case_sensitive" label={t('learning.question.case_sensitive')} />
    </>
  )
}
