// A component for Docusaurus, and for MDX anywhere. Copy this file to src/components/JobScope.jsx and say below where
// jobscope is hosted. Then, in any page:
//
//   import JobScope from "@site/src/components/JobScope";
//
//   <JobScope scenario="keeps-failing.jobscope.yaml" panels="pods,why" title="A pod that keeps failing">
//     What readers without scripts, and those who print the page, see instead.
//   </JobScope>
//
// The scenario is the address of a session file, seen from the page, or what follows "#s=" in a link that Share makes.
import React, { useEffect, useRef } from "react";

const ADDRESS = "https://example.org/jobscope/";

export default function JobScope({ scenario, panels, release, startStep, theme, lang, title, readonly, onStep, onFinished, onError, children }) {
  const element = useRef(null);
  useEffect(() => {
    if (document.querySelector(`script[src="${ADDRESS}embed.js"]`)) return;
    const script = document.createElement("script");
    script.type = "module";
    script.src = `${ADDRESS}embed.js`;
    document.head.append(script);
  }, []);
  useEffect(() => {
    const heard = Object.entries({ step: onStep, finished: onFinished, error: onError }).filter(([, hear]) => hear);
    const hearers = heard.map(([name, hear]) => [name, (event) => hear(event.detail)]);
    for (const [name, hear] of hearers) element.current.addEventListener(name, hear);
    return () => {
      for (const [name, hear] of hearers) element.current?.removeEventListener(name, hear);
    };
  }, [onStep, onFinished, onError]);
  return (
    <job-scope ref={element} scenario={scenario} panels={panels} release={release} start-step={startStep} theme={theme} lang={lang} title={title} readonly={readonly ? "" : undefined}>
      {children}
    </job-scope>
  );
}
