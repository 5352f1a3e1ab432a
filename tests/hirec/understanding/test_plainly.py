import pytest

from hirec.understanding.plainly import plainly, read_rule, rewritten, rules, steps


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "What is the share of service revenue in Acme's total revenue?",
            "What is service revenue as a percentage of Acme's total revenue?",
        ),
        (
            "What did Acme purchase in nonmarketable securities in 2022?",
            "what were Acme's purchases of nonmarketable securities in 2022?",
        ),
        (
            "how far below cost was the fair value of Acme's bonds?",
            "what was the difference between cost of Acme's bonds and fair value of Acme's bonds?",
        ),
        (
            "Which of Acme and Brix spent a bigger share of its sales on ads in 2022?",
            "Which of Acme and Brix had a bigger ads expense as a percentage of sales in 2022?",
        ),
        (
            "Who put less of their revenue into R&D, Acme or Brix?",
            "Who had less R&D expense as a percentage of revenue, Acme or Brix?",
        ),
        ("Acme rent due in the rest of fiscal 2022", "Acme rent due in fiscal 2022"),
        ("What did Acme sell in Japan in 2022?", "What did Acme sell in Japan in 2022?"),
        (
            "How many kite members did Acme lose in total from 2020 to 2022?",
            "by how many did the number of kite members of Acme change from 2020 to 2022?",
        ),
        ("How many shops did Acme open in 2022?", "How many shops did Acme open in 2022?"),
        (
            "Acme's staff in 2022 is what multiple of its staff in 2012?",
            "Acme's staff in 2022 as a multiple of its staff in 2012?",
        ),
        (
            "Acme free cash flow per diluted share 2022",
            "Acme free cash flow per share diluted 2022",
        ),
        ("Acme earnings per diluted share 2022", "Acme earnings per diluted share 2022"),
        ("Acme 2022 gross margin on kite sales", "Acme 2022 kite gross margin"),
        ("Acme sales to customers in the Far East", "Acme sales in the Far East"),
        ("Acme sales to customers in 2022", "Acme sales to customers in 2022"),
        (
            "Acme 2022: EBIT margin of Kites vs. Drums, which is higher and by how much?",
            "Acme 2022: was EBIT margin higher for Kites or for Drums and by how much?",
        ),
        (
            "For every dollar Acme spent on shops in 2022, how many dollars went into vans?",
            "what was Acme's vans divided by shops in 2022?",
        ),
        (
            "What share of Acme's gross profit dollars came from kites?",
            "What share of Acme's gross profit came from kites?",
        ),
        ("Acme part-timers 2022", "Acme part-time employees 2022"),
        (
            "Which region was the only one to see sales fall in 2022?",
            "Which region saw sales fall in 2022?",
        ),
        (
            "What part of Acme's sales came through its own shops in 2022?",
            "What part of Acme's sales came from its own shops in 2022?",
        ),
        (
            "Acme gross margin 2022 vs 2021: how many points did it move?",
            "Acme gross margin 2022 vs 2021: by how many points did it move?",
        ),
        (
            "acme gross margin 2022 vs 2021, change in points",
            "by how many points did acme gross margin 2022 vs 2021 change",
        ),
        (
            "Has the services slice of Acme's revenue grown in 2022?",
            "Has the services share of Acme's revenue grown in 2022?",
        ),
        (
            "Acme's cash paid for income taxes, net of refunds, in 2022",
            "Acme's cash paid for income taxes, net of refunds, in 2022",
        ),
        (
            "Which region contributed the least to Acme's revenue?",
            "Which region had the least Acme's revenue?",
        ),
        (
            "Which region contributed most to Acme's revenue?",
            "Which region had most Acme's revenue?",
        ),
        (
            "Of Acme's compensation in 2023, how much sat in research?",
            "how much of Acme's compensation in 2023 sat in research?",
        ),
        (
            "For every dollar of costs, how much was won?",
            "For every dollar of costs, how much was won?",
        ),
        (
            "Did Acme's tools or paint segment grow its sales faster in 2022?",
            "did Acme's tools or paint segment sales grow faster in 2022?",
        ),
        (
            "How much revenue came from kites at Acme in 2022?",
            "how much revenue from kites at Acme in 2022?",
        ),
        (
            "Which region contributed the least revenue to Acme in 2022?",
            "Which region had the least revenue at Acme in 2022?",
        ),
        (
            "What was Acme's revenue from customers billed outside the U.S.?",
            "What was Acme's revenue outside the U.S.?",
        ),
        (
            "Acme's long-term debt (excluding the current portion) in 2022",
            "Acme's long-term debt in 2022",
        ),
        (
            "How much cash did Acme use to buy its own shares?",
            "how much did Acme spend on share repurchases?",
        ),
        ("How much cash did Acme pay for rent?", "how much did Acme pay for rent?"),
        ("Gross margin % of Acme in 2022", "Gross margin % for Acme in 2022"),
        ("What % of Acme's sales is rent?", "What % of Acme's sales is rent?"),
        (
            "What was Acme's gross margin in 2022 as a percent of total net revenue?",
            "What was Acme's gross margin in 2022?",
        ),
        (
            "What was Acme's gross profit as a percent of sales?",
            "What was Acme's gross profit as a percent of sales?",
        ),
        (
            "How many shares did Acme buy in 2022?",
            "How many shares did Acme repurchase in 2022?",
        ),
        (
            "Acme Q2 2022 paint sales and a year ago?",
            "Acme Q2 2022 and a year ago paint sales?",
        ),
        (
            "How much did Paint contribute to Acme's net sales in 2022?",
            "how much of Acme's net sales came from Paint in 2022?",
        ),
        (
            "How much did Acme contribute to its income plan in 2022?",
            "How much did Acme contribute to its income plan in 2022?",
        ),
        (
            "How many dollars of paint sales did Acme lose between fiscal 2021 and fiscal 2022?",
            "by how much did Acme's paint sales change between fiscal 2021 and fiscal 2022?",
        ),
        (
            "How much did Acme lose in paint sales between 2021 and 2022?",
            "by how much did Acme's paint sales change between 2021 and 2022?",
        ),
        (
            "Acme March 2022 quarter paint sales and a year ago?",
            "Acme March 2022 quarter and a year ago paint sales?",
        ),
        (
            "Acme paint sales in the March 2022 quarter and a year ago?",
            "Acme paint sales in the March 2022 quarter and a year ago?",
        ),
        (
            "By how much did the long-term debt line on Acme's balance sheet grow in 2022?",
            "By how much did Acme's long-term debt grow in 2022?",
        ),
        (
            "What did Acme owe in trade payables in 2022?",
            "what were Acme's trade payables in 2022?",
        ),
        (
            "What share of net sales did Acme spend on property, plant and equipment in 2022?",
            "What share of net sales did Acme spend on capital expenditures in 2022?",
        ),
        (
            "Which of Acme's products had falling net sales in 2022?",
            "Which of Acme's products saw net sales fall in 2022?",
        ),
        (
            "Which region was the only one whose sales declined from 2021?",
            "Which region saw sales fall from 2021?",
        ),
        (
            "How many shares did Good Buy repurchase in 2022?",
            "How many shares did Good Buy repurchase in 2022?",
        ),
        (
            "How many shares did Acme buy back in 2022, and for how much?",
            "How many shares did Acme buy back in 2022 and what was the total cost of shares "
            "repurchased?",
        ),
        (
            "Did Acme's net sales grow faster, in percentage terms, in Japan or the U.K. in 2022?",
            "did Acme's Japan or U.K. net sales grow faster in 2022?",
        ),
        (
            "Which grew sales faster at Acme in 2022, Gears or Cogs?",
            "did Gears or Cogs sales grow faster at Acme in 2022?",
        ),
        ("What is its share of sales in Canada?", "What is its share of sales in Canada?"),
    ],
)
def test_set_phrases_are_said_by_their_plain_names(question: str, said: str) -> None:
    assert plainly(question) == said


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "What did Acme earn on each dollar of sales in 2022?",
            "what was Acme's profit margin in 2022?",
        ),
        (
            "What did Acme's Paint segment make as a percentage of its net sales in 2022?",
            "what was Acme's Paint segment's profit margin in 2022?",
        ),
        (
            "How much of each sales dollar did Acme keep as gross profit in 2022?",
            "what was Acme's gross profit as a percentage of sales in 2022?",
        ),
        (
            "How many cents of every revenue dollar did Acme keep as operating income?",
            "what was Acme's operating income as a percentage of revenue?",
        ),
        ("What did Acme earn in 2022?", "What did Acme earn in 2022?"),
        (
            "What did Acme's loans earn as interest in 2022?",
            "What did Acme's loans earn as interest in 2022?",
        ),
    ],
)
def test_what_is_earned_of_sales_is_a_margin(question: str, said: str) -> None:
    assert plainly(question) == said


@pytest.mark.parametrize(
    ("rule", "text", "written"),
    [
        ("{fast|quick} {what} => slow {what}", "Acme fast vans", "Acme slow vans"),
        ("fast {its}{word} => slow {word}", "fast its vans, fast vans", "slow vans, slow vans"),
        ("{one:word} or {other:word} => {other}, {one}", "vans or cars?", "cars, vans?"),
        ("^vans{when}? => cars{when}?", "vans in 2022?", "cars in 2022?"),
        ("vans{! sold| kept} => cars", "vans sold, vans lost", "vans sold, cars lost"),
        ("fast {a:vans|cars} => {a}'s", "fast vans x, fast car x", "vans' x, fast car x"),
        ("van => car", "vans", "vans"),
        ("{{sales} of {what}|{what} {sales}}? => {what}", "sales of vans", "vans"),
    ],
)
def test_a_rule_reads_as_its_own_example(rule: str, text: str, written: str) -> None:
    assert read_rule(rule).rewrite(text) == written


def test_a_rule_tells_what_stands_in_its_slots() -> None:
    rule = read_rule("{what} {sold:sold|lost}{when:when}? => {what}")
    assert rule.found("Acme's vans sold in 2022?") == {
        "what": "Acme's vans",
        "sold": "sold",
        "when": " in 2022",
    }
    assert rule.found("Acme's vans") is None


def test_a_rule_names_only_what_the_file_has() -> None:
    with pytest.raises(KeyError, match="sold"):
        read_rule("vans {sold} => cars")
    with pytest.raises(ValueError, match="too deep"):
        read_rule("{a|{b|{c|d}}} => e")
    with pytest.raises(ValueError, match="other"):
        read_rule("vans {what} => {other}")


def test_every_rule_of_the_file_can_be_read() -> None:
    assert all(rules(step) for step in steps())


def test_what_is_asked_of_an_order_is_the_order() -> None:
    said = "Add up Acme's kite losses for 2020 to 2022 - what is the total it has lost there?"
    assert rewritten(said, "orders") == "Add up Acme's kite losses for 2020 to 2022?"
