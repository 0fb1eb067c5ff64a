import { Autocomplete, Box, Button, FormHelperText, IconButton, OutlinedInput, Stack, TextField, Typography } from '@mui/material'
import type { BlueprintPart } from '#plugins/learning/server/course_import/course_types'
import { useT } from '#web/i18n'
import { Icon, useFormState } from '#web/ui'

interface BlueprintInputProps {
  value: readonly BlueprintPart[]
  /** Topic → how many questions of the quiz have it. */
  topics: ReadonlyMap<string, number>
  change: (next: BlueprintPart[] | undefined) => void
}

/** The number of questions per topic in an attempt. Topics are the tags of the quiz's questions. */
export function BlueprintInput({ value, topics, change }: BlueprintInputProps) {
  const t = useT()
  const { errorOf } = useFormState()
  const set = (index: number, part: Partial<BlueprintPart>) => change(value.map((one, at) => (at === index ? { ...one, ...part } : one)))
  const unused = [...topics.keys()].filter((topic) => !value.some((one) => one.topic === topic))
  return (
    <Stack component="fieldset" sx={{ gap: 3, m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Typography component="legend" sx={{ fontWeight: 550, p: 0 }}>
        {t('learning.editor.field.blueprint')}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('learning.blueprint.text')}
      </Typography>
      {value.map(({ topic, questions }, index) => {
        const error =
          errorOf(`quiz.blueprint.${index}.topic`) ?? errorOf(`quiz.blueprint.${index}.questions`) ?? errorOf(`quiz.blueprint.${index}`)
        return (
          <Box key={index}>
            <Stack direction="row" sx={{ gap: 2, alignItems: 'center' }}>
              <Autocomplete
                freeSolo
                options={unused}
                inputValue={topic}
                onInputChange={(_event, next) => set(index, { topic: next })}
                sx={{ flex: 1, minWidth: 0 }}
                renderInput={(params) => (
                  <TextField {...params} size="small" label={t('learning.blueprint.topic')} error={Boolean(error)} />
                )}
              />
              <OutlinedInput
                type="number"
                size="small"
                value={questions}
                onChange={(event) => set(index, { questions: Math.max(0, Math.floor(Number(event.target.value))) })}
                error={Boolean(error)}
                slotProps={{ input: { min: 1, 'aria-label': t('learning.blueprint.questions', { topic }) } }}
                sx={{ width: 88 }}
              />
              <Typography variant="body2" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
                {t('learning.blueprint.of', { count: topics.get(topic) ?? 0 })}
              </Typography>
              <IconButton
                aria-label={t('learning.blueprint.remove', { topic })}
                onClick={() => {
                  const left = value.filter((_, at) => at !== index)
                  change(left.length ? left : undefined)
                }}
              >
                <Icon name="delete" />
              </IconButton>
            </Stack>
            {error && (
              <FormHelperText error role="alert">
                {error}
              </FormHelperText>
            )}
          </Box>
        )
      })}
      <Stack direction="row" sx={{ gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
        <Button startIcon={<Icon name="add" />} onClick={() => change([...value, { topic: unused[0] ?? '', questions: 1 }])}>
          {t('learning.blueprint.add')}
        </Button>
        {value.length > 0 && (
          <Typography variant="body2">
            {t('learning.blueprint.sum', { count: value.reduce((sum, { questions }) => sum + questions, 0) })}
          </Typography>
        )}
      </Stack>
    </Stack>
  )
}
