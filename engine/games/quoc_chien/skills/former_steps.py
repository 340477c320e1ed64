"""The steps of skills by their numbers in the first edition, which its positions use."""

from collections.abc import Mapping

Kept = tuple[str | int, ...]

STEPS: Mapping[str, tuple[str, ...]] = {
    "baoling": ("start", "removed"),
    "beige": ("start", "paid", "judged"),
    "benghuai": ("start", "chosen"),
    "buqu": ("start", "turned_up"),
    "buqu/healed": ("start", "closed"),
    "chuanxin": ("start", "chosen"),
    "cunsi": ("start", "chosen", "removed"),
    "diancai": ("start", "drew", "agreed"),
    "diaodu": ("start", "next_player", "chosen", "laid"),
    "dimeng": ("start", "chosen", "both", "paid"),
    "dinglan-yemingzhu": ("start", "paid"),
    "duanbing": ("start", "chosen"),
    "duanchang": ("start", "chosen"),
    "duanxie": ("start", "chosen"),
    "fangquan": ("start", "paid", "chosen"),
    "fangtian-huaji": ("start", "named"),
    "fangzhu": ("start", "chosen"),
    "fanjian": ("start", "chosen", "named", "drew"),
    "fengshi": ("start", "paid"),
    "fenxun": ("start", "chosen", "paid"),
    "ganglie": ("start", "judged", "paid"),
    "guanxing": ("start", "looked", "on_top", "beneath"),
    "guicai": ("start", "chosen"),
    "guidao": ("start", "chosen"),
    "guzheng": ("start", "chosen"),
    "hongfa": ("start", "spent"),
    "huashen": ("start", "filled_up", "chosen"),
    "huyuan": ("start", "chosen", "laid", "robbed"),
    "jiahe": ("start", "laid"),
    "jiahe/damaged": ("start", "burnt"),
    "jiahe/phase_start": ("start", "lit"),
    "jieming": ("start", "chosen"),
    "jieyin": ("start", "chosen", "paid"),
    "kuangfu": ("start", "chosen", "laid"),
    "kurou": ("start", "paid"),
    "leiji": ("start", "chosen", "judged"),
    "lianzi": ("start", "paid", "turned_up"),
    "liefeng": ("start", "chosen"),
    "lieren": ("start", "compared"),
    "lijian": ("start", "challenged", "challenging", "paid"),
    "lirang": ("start", "next_card", "given"),
    "liuli": ("start", "chosen", "paid"),
    "luanwu": ("start", "next_player", "named", "struck"),
    "luoshen": ("start", "judged", "agreed"),
    "muniu-liuma": ("start", "loaded", "passed_on"),
    "niepan": ("start", "risen"),
    "qianhuan": ("start", "spent"),
    "qianhuan/damaged": ("start", "turned_up"),
    "qiangxi": ("start", "chosen", "paid"),
    "qianxi": ("start", "judged", "chosen"),
    "qiaobian": ("start", "paid", "robbed", "chosen", "laid"),
    "qice": ("start", "chosen", "aimed", "used", "agreed"),
    "qingcheng": ("start", "chosen", "paid", "hid"),
    "qingnang": ("start", "chosen", "paid"),
    "quhu": ("start", "chosen", "compared", "hit"),
    "rende": ("start", "chosen", "given"),
    "sanyao": ("start", "chosen", "paid"),
    "shangyi": ("start", "chosen", "seen", "picked"),
    "shelie": ("start", "picked"),
    "shensu": ("start", "paid", "struck"),
    "shuangren": ("start", "chosen", "compared", "named"),
    "shuangxiong": ("start", "judged"),
    "shushen": ("start", "chosen"),
    "sijian": ("start", "chosen"),
    "tianxiang": ("start", "paid", "chosen", "suffered"),
    "tianyi": ("start", "chosen", "compared"),
    "tiaoxin": ("start", "chosen", "answered"),
    "tieqi": ("start", "judged", "paid"),
    "tuntian": ("start", "judged"),
    "tuxi": ("start", "robbed"),
    "wendao": ("start", "paid", "regained"),
    "wuxin": ("start", "looked", "ordered"),
    "xianqu": ("start", "drew", "chosen", "looked"),
    "xiangle": ("start", "paid"),
    "xiaoguo": ("start", "paid", "answered"),
    "xinsheng": ("start", "chosen", "drew"),
    "xiongsuan": ("start", "paid", "chosen", "hit", "drew", "renewed"),
    "xuanlue": ("start", "chosen", "laid"),
    "xunxun": ("start", "looked", "chosen"),
    "yiji": ("start", "drew", "next_card", "given"),
    "yinghun": ("start", "chosen", "decided"),
    "yingyang": ("start", "chosen"),
    "yizhi": ("start", "looked", "on_top", "beneath"),
    "yuxi": ("start", "known"),
    "zaiqi": ("start", "turned_up"),
    "zhendu": ("start", "paid"),
    "zhiheng": ("start", "paid"),
    "zhijian": ("start", "chosen", "laid"),
    "zhiman": ("start", "robbed", "agreed"),
    "zhiyu": ("start", "drew"),
    "zhulianbihe": ("start", "chosen"),
    "ziliang": ("start", "chosen"),
}
"""The steps where a skill (or a skill at a moment) waited, by their former numbers."""

AGAIN: Mapping[str, str] = {"jieming": "next_point", "shushen": "next_point", "xuanlue": "next_card"}
"""The steps that also had the number 0, once something was remembered."""


LENGTHENED = "fangtian-huaji"
"""Its one step beyond the first is repeated; its number was the count, which is remembered now."""


def step_by_number(skill: str, moment: str, number: int, kept: Kept) -> tuple[str, Kept]:
    """Return the step of a number in the first edition, and the step's memory.

    Raises:
        LookupError: the skill had no such step.
    """
    if not number:
        return (AGAIN[skill], kept) if kept and skill in AGAIN else ("start", kept)
    if skill == LENGTHENED:
        return "named", (number,)
    name = _steps(skill, moment)[number]
    return name, (kept[-1], *kept[:-1]) if (skill, name) == _REORDERED else kept


def number_of_step(skill: str, moment: str, step: str, kept: Kept) -> tuple[int | str, Kept]:
    """Return a step and its memory in the journals' form: inverse of `step_by_number`.

    A step that the first edition lacked is written by its name.
    """
    if step == "start" or step == AGAIN.get(skill):
        return 0, kept
    if skill == LENGTHENED:
        return int(kept[0]), ()
    steps = _steps(skill, moment)
    if step not in steps:
        return step, kept
    return steps.index(step), (*kept[1:], kept[0]) if (skill, step) == _REORDERED else kept


_REORDERED = ("diaodu", "laid")
"""The step that used to remember its card last."""


def _steps(skill: str, moment: str) -> tuple[str, ...]:
    return STEPS.get(f"{skill}/{moment}") or STEPS.get(skill, ())
