import { formatCount } from '../../../../domain/film/format-count.ts'
import {
  listsWithoutDiscs,
  type Plan,
  type Present,
  planImport,
} from '../../../../domain/import/plan/plan.ts'
import { TextButton } from '../../../ui/button/text-button.tsx'
import { ImportBar } from '../import-bar.tsx'
import type { ImportProps } from '../import-props.ts'
import { ImportResult } from '../import-result.tsx'
import { Step } from '../step.tsx'
import { Changes } from './changes.tsx'
import styles from './file-import.module.css'
import { Found, LEFT_ID } from './found.tsx'
import { Lists, OnWhichDisc } from './lists-and-discs.tsx'
import { Questions } from './questions.tsx'
import { type OpenFile, useFileImport } from './use-file-import.ts'
import { YourFile } from './your-file.tsx'

/** Imports a file in steps: choose, answer, see what changes, import. */
export function FileImport({
  present,
  importing: { commit, send, sendAgain, undo, reset },
  profile,
  renderCover,
  renderStars,
}: ImportProps) {
  const { state, open, readAs, downloadLeftOut, refuse, choose, close } = useFileImport()
  const opened = state.status === 'open' ? state : undefined
  const plan = opened && planOf(opened, present)
  const discsOf = opened && listsWithoutDiscs(opened.file.lists, opened.choices.meanings)

  if (commit.status === 'written') {
    return (
      <ImportResult
        commit={commit}
        titles={plan?.titles ?? 0}
        left={opened ? leftSentence(opened) : ''}
        profile={profile}
        onUndo={() => undo(commit)}
        onDownload={opened && plan ? () => downloadLeftOut(opened, plan.refused) : undefined}
        onNext={() => {
          close()
          reset()
        }}
      />
    )
  }

  return (
    <div className={styles.steps}>
      <YourFile
        state={state}
        onFile={(file) => {
          reset()
          void open(file)
        }}
        onRefuse={refuse}
        onFormat={readAs}
      />
      {opened && plan && (
        <>
          <Found rows={opened.file.rows} />
          <Lists
            file={opened.file}
            choices={opened.choices}
            onChoose={(choices) => choose(opened, choices)}
          />
          {discsOf && (
            <OnWhichDisc
              file={opened.file}
              meaning={discsOf}
              choices={opened.choices}
              onChoose={(choices) => choose(opened, choices)}
            />
          )}
          {opened.file.questions.length > 0 && (
            <Questions
              questions={opened.file.questions}
              films={opened.films}
              answers={opened.choices.answers}
              onAnswer={(answers) => choose(opened, { answers })}
              renderCover={renderCover}
              renderStars={renderStars}
            />
          )}
          {opened.file.rows.left > 0 && (
            <Step heading="Not in the collection">
              <p id={LEFT_ID} className={styles.left}>
                {opened.file.leftTitles.join(', ')}
                {opened.file.rows.left > opened.file.leftTitles.length &&
                  ` and more: ${formatCount(opened.file.rows.left)} rows in all`}
                .
              </p>
              <TextButton onClick={() => downloadLeftOut(opened, plan.refused)}>
                Download these rows
              </TextButton>
            </Step>
          )}
          <Changes plan={plan} films={opened.films} />
          <ImportBar
            text={barText(opened, plan)}
            label={`Import ${formatCount(plan.titles)} ${plan.titles === 1 ? 'title' : 'titles'}`}
            isEmpty={isEmpty(plan)}
            commit={commit}
            onSend={() => send(opened.name, plan.films, plan.sets)}
            onSendAgain={sendAgain}
          />
        </>
      )}
    </div>
  )
}

function planOf({ file, choices, films }: OpenFile, present: Present): Plan {
  return planImport(file, choices, (id) => films.get(id), present)
}

function isEmpty({ films, sets }: Plan): boolean {
  return films.length === 0 && sets.length === 0
}

function barText({ file, choices }: OpenFile, plan: Plan): string {
  if (isEmpty(plan)) {
    return plan.titles > 0
      ? 'Everything in this file is in your collection already.'
      : 'Nothing to import yet. Say above what the lists are, and on which disc.'
  }
  const checked = file.questions.filter(({ key }) => choices.answers.has(key)).length
  return file.questions.length > 0
    ? `${formatCount(checked)} of ${formatCount(file.questions.length)} checked`
    : ''
}

function leftSentence({ file, choices }: OpenFile): string {
  const open = file.questions
    .filter(({ key }) => !choices.answers.get(key))
    .reduce((sum, { rows }) => sum + rows, 0)
  const parts = [
    ...(open > 0 ? [`${formatCount(open)} ${open === 1 ? 'row was' : 'rows were'} left out`] : []),
    ...(file.rows.left > 0 ? [`${formatCount(file.rows.left)} are not in the collection`] : []),
  ]
  return parts.length > 0 ? `${parts.join(', ')}.` : ''
}
